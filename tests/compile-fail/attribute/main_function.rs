// leads to: `main` makes the gate
pub use application::Ctx;

#[ctx::with_ctx]
fn main() {}
