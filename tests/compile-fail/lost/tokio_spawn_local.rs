// leads to: ctx.spawn_local
use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    tokio::task::spawn_local(async move { load(ctx, 1).await });
}

fn main() {}
