// leads to: ctx.spawn_local
use std::pin::Pin;

use application::Ctx;

fn tool(_ctx: &Ctx) -> Pin<Box<dyn Future<Output = u64> + '_>> {
    Box::pin(async { 1 })
}

async fn handler(ctx: &Ctx) {
    ctx.spawn(async move |ctx| tool(ctx).await);
}

fn main() {}
