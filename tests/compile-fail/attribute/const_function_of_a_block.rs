// leads to: `#[with_ctx(skip)]`
pub use application::Ctx;

struct Prices;

#[ctx::with_ctx]
impl Prices {
    const fn limit() -> u32 {
        7
    }
}

fn main() {}
