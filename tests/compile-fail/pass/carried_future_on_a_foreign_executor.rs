//! `carry` gives what any executor takes.

use application::{Ctx, load};

fn execute<F: Future<Output = String> + Send + 'static>(work: F) -> tokio::task::JoinHandle<String> {
    tokio::spawn(work)
}

fn start(ctx: &Ctx) -> tokio::task::JoinHandle<String> {
    execute(ctx.carry(async move |ctx| load(ctx, 1).await))
}

#[tokio::test]
async fn it_outlives_the_function_and_the_turn() {
    let turn = crate::turn("acme");
    let row = start(&turn);
    drop(turn);
    assert_eq!(row.await.unwrap(), "row 1 of acme");
}
