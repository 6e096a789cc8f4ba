// leads to: ctx.spawn
use application::Ctx;
use tokio::task;

#[ctx::with_ctx]
async fn handler() {
    task::spawn(async {});
}

fn main() {}
