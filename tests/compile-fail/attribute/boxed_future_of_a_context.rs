// leads to: put `#[with_ctx]` above it
pub use application::Ctx;
use std::pin::Pin;

#[ctx::with_ctx]
fn load(id: u64) -> Pin<Box<dyn Future<Output = String> + Send>> {
    Box::pin(async move { application::load(ctx, id).await })
}

fn main() {}
