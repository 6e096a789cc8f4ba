// leads to: gate.for_tenant
use std::sync::OnceLock;
use std::time::Duration;

use application::{Ctx, load};
use ctx::hops::Platform;
use tokio::task::JoinHandle;

static REFRESHER: OnceLock<JoinHandle<ctx::Error>> = OnceLock::new();

fn refresh_from_now_on(ctx: &Ctx) {
    REFRESHER.get_or_init(|| {
        ctx.every(Platform("refresh"), Duration::from_secs(60), async |ctx| {
            load(ctx, 1).await;
        })
    });
}

fn main() {}
