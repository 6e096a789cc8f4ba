// leads to: gate.admit
use application::Turn;

#[derive(Default)]
struct Session {
    _turn: Turn,
}

fn main() {}
