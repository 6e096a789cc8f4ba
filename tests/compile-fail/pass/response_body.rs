//! A body that is polled after the handler has returned.

use std::pin::Pin;

use application::{Ctx, load};
use futures_core::Stream;
use futures_util::StreamExt;

type Body = Pin<Box<dyn Stream<Item = String> + Send>>;

fn respond(ctx: &Ctx) -> Body {
    Box::pin(ctx.stream(async move |ctx, out| {
        for id in 1..3 {
            out.send(load(ctx, id).await).await;
        }
    }))
}

#[tokio::test]
async fn it_outlives_the_turn() {
    let turn = crate::turn("acme");
    let body = respond(&turn);
    drop(turn);
    assert_eq!(body.collect::<Vec<_>>().await, ["row 1 of acme", "row 2 of acme"]);
}
