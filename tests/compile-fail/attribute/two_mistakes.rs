// leads to: remove `const`
pub use application::Ctx;

#[ctx::with_ctx(feilds)]
const fn limit() -> u32 {
    7
}

fn main() {}
