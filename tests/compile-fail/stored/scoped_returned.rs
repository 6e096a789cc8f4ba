// leads to: hand on the `Turn`
use application::{Scoped, Turn, TurnFields};

fn step(turn: Turn) -> Scoped<'static> {
    turn.with_fields(TurnFields { request_id: 2 })
}

fn main() {}
