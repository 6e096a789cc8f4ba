// leads to: expected `&Ctx<
pub use application::Ctx;

struct Turn;

#[ctx::with_ctx(entry)]
fn consume(_: u64) {}

fn main() {}
