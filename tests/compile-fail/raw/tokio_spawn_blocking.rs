// leads to: ctx.spawn_blocking
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    tokio::task::spawn_blocking(|| 1);
}

fn main() {}
