//! A stream that is polled where it is made borrows.

use application::{Ctx, load};
use futures_util::{StreamExt, stream};

async fn rows(ctx: &Ctx) -> Vec<String> {
    stream::iter(1..4).map(|id| load(ctx, id)).buffered(2).collect().await
}

#[tokio::test]
async fn rows_come_in_order() {
    assert_eq!(rows(&crate::turn("acme")).await, ["row 1 of acme", "row 2 of acme", "row 3 of acme"]);
}
