// leads to: a comma is missing
pub use application::Ctx;

#[ctx::with_ctx(crate::Ctx raw = "why")]
fn load(_: u64) {}

fn main() {}
