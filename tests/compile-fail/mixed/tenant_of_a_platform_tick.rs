// leads to: gate.for_tenant
use std::time::Duration;

use application::{Ctx, load};
use ctx::hops::Platform;

async fn refresh(ctx: &Ctx) {
    ctx.after(Platform("refresh"), Duration::from_secs(1), async |ctx| load(ctx, 1).await);
}

fn main() {}
