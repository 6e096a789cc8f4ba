// leads to: hand on the `Turn`
use application::{Turn, TurnFields, load_now};

fn handler(turn: Turn) -> String {
    let step = turn.with_fields(TurnFields { request_id: 2 });
    drop(turn);
    load_now(&step, 1)
}

fn main() {}
