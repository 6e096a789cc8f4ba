// leads to: ctx.spawn
use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    let copy = ctx.clone();
    tokio::spawn(async move { load(copy, 1).await });
}

fn main() {}
