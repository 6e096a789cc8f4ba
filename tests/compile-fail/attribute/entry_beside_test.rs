// leads to: remove one of them
pub use application::{Ctx, Turn};

#[ctx::with_ctx(entry, test)]
fn consume(_: u64) {}

fn main() {}
