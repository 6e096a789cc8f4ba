//! `#[with_ctx]` writes the first parameter, and no more than that.

use application::{Ctx, load};

#[ctx::with_ctx]
async fn row(id: u64) -> String {
    load(ctx, id).await
}

async fn by_hand(ctx: &Ctx) -> String {
    row(ctx, 1).await
}

#[tokio::test]
async fn it_is_called_like_one_by_hand() {
    let turn = crate::turn("acme");
    assert_eq!(by_hand(&turn).await, "row 1 of acme");
    assert_eq!(row(&turn, 2).await, "row 2 of acme");
}
