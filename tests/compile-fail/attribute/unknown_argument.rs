// leads to: it takes a context type
pub use application::Ctx;

#[ctx::with_ctx(feilds(id))]
fn load(_: u64) {}

fn main() {}
