// leads to: `#[with_ctx(test)]`
pub use application::Ctx;

#[ctx::with_ctx]
#[test]
fn rows_are_counted() {}

fn main() {}
