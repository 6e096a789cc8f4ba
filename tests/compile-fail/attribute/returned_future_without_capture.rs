// leads to: `#[with_ctx(capture)]`
pub use application::Ctx;

#[ctx::with_ctx]
fn load(id: u64) -> impl Future<Output = String> {
    async move { application::load(ctx, id).await }
}

fn main() {}
