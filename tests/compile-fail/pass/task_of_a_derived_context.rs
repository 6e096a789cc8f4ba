//! What a derived context starts outlives it, as what any context starts.

use application::{Ctx, TurnFields, load};

fn start(ctx: &Ctx) -> tokio::task::JoinHandle<(u64, String)> {
    let step = ctx.with_fields(TurnFields { request_id: 2 });
    step.spawn(async move |ctx| (ctx.fields().request_id, load(ctx, 1).await))
}

#[tokio::test]
async fn it_has_the_fields_of_the_step() {
    let turn = crate::turn("acme");
    assert_eq!(start(&turn).await.unwrap(), (2, "row 1 of acme".to_owned()));
    assert_eq!(turn.fields().request_id, 1);
}
