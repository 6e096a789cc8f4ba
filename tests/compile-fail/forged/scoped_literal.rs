// leads to: ctx.with_fields
use application::{Ctx, Scoped};

fn forged(context: Ctx) -> Scoped<'static> {
    ctx::Scoped { ctx: context }
}

fn main() {}
