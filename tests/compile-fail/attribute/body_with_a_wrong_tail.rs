// leads to: expected `u64`, found `&str`
pub use application::Ctx;

#[ctx::with_ctx]
async fn load(id: u64) -> u64 {
    let _ = (ctx, id);
    "row"
}

fn main() {}
