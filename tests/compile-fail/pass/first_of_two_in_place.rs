//! `select!` borrows; the branch that loses is dropped with its borrow.

use application::{Ctx, load};

async fn first(ctx: &Ctx) -> String {
    let slow = async {
        std::future::pending::<()>().await;
        load(ctx, 2).await
    };
    tokio::select! {
        row = load(ctx, 1) => row,
        row = slow => row,
    }
}

#[tokio::test]
async fn the_branch_that_is_ready_wins() {
    assert_eq!(first(&crate::turn("acme")).await, "row 1 of acme");
}
