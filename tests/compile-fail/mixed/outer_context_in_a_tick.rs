// leads to: async move |ctx| ..
use std::time::Duration;

use application::{Ctx, load};
use ctx::hops::Platform;

async fn refresh(ctx: &Ctx) {
    ctx.every(Platform("refresh"), Duration::from_secs(1), async move |_| {
        load(ctx, 1).await;
    });
}

fn main() {}
