// leads to: remove `const`
pub use application::Ctx;

#[ctx::with_ctx]
const fn limit() -> usize {
    7
}

const ROWS: [u8; limit()] = [0; 7];

fn main() {}
