// leads to: ctx.spawn
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    let _background = tokio::runtime::Handle::current();
}

fn main() {}
