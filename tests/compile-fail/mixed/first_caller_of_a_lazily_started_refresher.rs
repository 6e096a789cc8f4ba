// leads to: async move |ctx|
use std::sync::OnceLock;
use std::time::Duration;

use application::{Ctx, load};
use ctx::hops::Platform;
use tokio::task::JoinHandle;

static REFRESHER: OnceLock<JoinHandle<ctx::Error>> = OnceLock::new();

fn refresh_from_now_on(ctx: &Ctx) {
    REFRESHER.get_or_init(|| {
        ctx.timer(Platform("refresh"), Duration::from_secs(60)).immediately().run(async |_| {
            load(ctx, 1).await;
        })
    });
}

fn main() {}
