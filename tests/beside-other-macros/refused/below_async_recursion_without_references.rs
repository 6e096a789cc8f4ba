//! One message, which names the order.
pub use application::Ctx;

#[async_recursion::async_recursion]
#[ctx::with_ctx]
async fn walk(n: u32) -> u32 {
    if n == 0 { 0 } else { walk(ctx, n - 1).await }
}

fn main() {}
