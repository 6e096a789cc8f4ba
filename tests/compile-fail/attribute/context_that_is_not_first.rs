// leads to: put it first
pub use application::Ctx;

#[ctx::with_ctx]
fn load(id: u64, ctx: &Ctx) -> u64 {
    id + u64::from(ctx.is_cancelled())
}

fn main() {}
