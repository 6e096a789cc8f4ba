// leads to: remove the parameter
pub use application::{Ctx, Turn};

#[ctx::with_ctx(entry)]
fn consume(ctx: &Ctx) -> bool {
    ctx.is_cancelled()
}

fn main() {}
