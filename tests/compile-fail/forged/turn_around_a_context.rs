// leads to: gate.admit
use application::{Ctx, Turn};

fn forged(context: Ctx) -> Turn {
    ctx::Turn::new(context)
}

fn main() {}
