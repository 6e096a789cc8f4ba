// leads to: expected `Attached`
use std::time::Duration;

use application::Ctx;

async fn keep_warm(ctx: &Ctx) {
    ctx.every("warm", Duration::from_secs(1), async |_ctx| {});
}

fn main() {}
