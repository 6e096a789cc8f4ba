// leads to: write `ctx: &crate::Ctx`
pub use application::Ctx;

#[ctx::with_ctx]
fn load(ctx: Ctx) -> Ctx {
    ctx
}

fn main() {}
