// leads to: ctx.spawn
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    tokio::spawn(async {});
}

fn main() {}
