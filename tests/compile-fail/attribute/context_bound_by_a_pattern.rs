// leads to: choose another name
pub use application::Ctx;

#[ctx::with_ctx]
fn load((ctx, id): (u64, u64)) -> u64 {
    ctx + id
}

fn main() {}
