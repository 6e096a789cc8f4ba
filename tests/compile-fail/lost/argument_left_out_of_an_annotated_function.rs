// leads to: pass `ctx` first
use application::Ctx;

#[ctx::with_ctx]
async fn load(id: u64) -> String {
    application::load(ctx, id).await
}

async fn handler(_ctx: &Ctx) -> String {
    load(1).await
}

fn main() {}
