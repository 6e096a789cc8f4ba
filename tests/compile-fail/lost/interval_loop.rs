// leads to: ctx.every
use std::time::Duration;

use application::{Ctx, load};

async fn keep_warm(ctx: &Ctx) {
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        loop {
            ticks.tick().await;
            load(ctx, 1).await;
        }
    });
}

fn main() {}
