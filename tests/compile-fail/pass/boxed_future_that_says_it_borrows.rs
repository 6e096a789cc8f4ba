//! `+ '_` is all that a boxed future needs, where nobody asks for `'static`.

use std::pin::Pin;

use application::{Ctx, load};

fn boxed(ctx: &Ctx) -> Pin<Box<dyn Future<Output = String> + Send + '_>> {
    Box::pin(load(ctx, 1))
}

#[tokio::test]
async fn it_runs_in_place_and_in_a_task() {
    let turn = crate::turn("acme");
    assert_eq!(boxed(&turn).await, "row 1 of acme");
    assert_eq!(turn.spawn(async move |ctx| boxed(ctx).await).await.unwrap(), "row 1 of acme");
}
