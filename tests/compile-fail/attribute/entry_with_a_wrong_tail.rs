// leads to: expected `u64`, found `&str`
pub use application::{Ctx, Turn};

#[ctx::with_ctx(entry)]
async fn load(id: u64) -> u64 {
    application::load(ctx, id).await;
    "row"
}

fn main() {}
