// leads to: ctx.spawn
use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    tokio::spawn(async move { load(ctx, 1).await });
}

fn main() {}
