// leads to: pass `&Ctx`
use application::{Ctx, Turn};

fn moved(turn: Turn) -> Ctx {
    *turn
}

fn main() {}
