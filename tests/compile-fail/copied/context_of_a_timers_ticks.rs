// leads to: ctx.every
use application::Ctx;
use ctx::hops::{Attached, Ticks};

fn keep(ctx: &Ctx) -> Ctx {
    Attached.of(ctx)
}

fn main() {}
