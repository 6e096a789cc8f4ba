// leads to: ctx.spawn
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    use tokio::spawn;
    spawn(async {});
}

fn main() {}
