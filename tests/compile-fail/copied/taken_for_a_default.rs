// leads to: gate.admit
use application::{Ctx, Turn};

fn reset<T: Default>(slot: &mut T) -> T {
    std::mem::take(slot)
}

fn taken(mut turn: Turn) -> Ctx {
    reset(&mut *turn)
}

fn main() {}
