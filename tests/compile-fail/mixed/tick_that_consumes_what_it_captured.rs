// leads to: the trait `Clone` is not implemented
use std::time::Duration;

use application::{Ctx, Turn};
use ctx::hops::Attached;

async fn keep_warm(ctx: &Ctx, other: Turn) {
    ctx.every(Attached, Duration::from_secs(1), async move |_ctx| drop(other));
}

fn main() {}
