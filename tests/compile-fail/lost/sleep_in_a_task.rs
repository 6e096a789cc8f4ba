// leads to: ctx.after
use std::time::Duration;

use application::{Ctx, load};

async fn purge_later(ctx: &Ctx) {
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(60)).await;
        load(ctx, 1).await
    });
}

fn main() {}
