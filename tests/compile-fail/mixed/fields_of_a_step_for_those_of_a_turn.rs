// leads to: ctx: &impl ctx::Context
use application::{Ctx, load_now};

fn handler(ctx: &Ctx) -> String {
    load_now(&ctx.with_fields(()), 1)
}

fn main() {}
