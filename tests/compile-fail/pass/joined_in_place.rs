//! `join!` borrows: the work ends before the function does.

use application::{Ctx, load};

async fn both(ctx: &Ctx) -> (String, String) {
    tokio::join!(load(ctx, 1), load(ctx, 2))
}

#[tokio::test]
async fn each_has_its_row() {
    let turn = crate::turn("acme");
    assert_eq!(both(&turn).await, ("row 1 of acme".to_owned(), "row 2 of acme".to_owned()));
}
