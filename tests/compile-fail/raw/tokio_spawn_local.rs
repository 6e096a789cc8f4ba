// leads to: ctx.spawn_local
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    tokio::task::spawn_local(async {});
}

fn main() {}
