// leads to: ctx.in_span_async
use std::time::Duration;

use application::{Ctx, load};
use ctx::hops::Attached;

async fn keep_warm(ctx: &Ctx) {
    ctx.every(Attached, Duration::from_secs(1), async |ctx| {
        let _inside = tracing::info_span!("tick").entered();
        load(ctx, 1).await;
    });
}

fn main() {}
