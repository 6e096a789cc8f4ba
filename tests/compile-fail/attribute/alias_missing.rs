// leads to: in the crate root
#[ctx::with_ctx]
fn load(_: u64) {}

fn main() {}
