// leads to: ctx.join_set
use application::Ctx;

#[ctx::with_ctx]
async fn handler() {
    let _rows = tokio::task::JoinSet::<u64>::new();
}

fn main() {}
