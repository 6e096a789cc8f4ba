// leads to: is for an item of a block
pub use application::Ctx;

#[ctx::with_ctx(skip)]
fn load(_: u64) {}

fn main() {}
