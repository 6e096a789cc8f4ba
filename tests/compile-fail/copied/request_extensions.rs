// leads to: pass `&Ctx`
use application::Turn;

fn insert<T: Clone + Send + Sync + 'static>(_value: T) {}

fn middleware(turn: Turn) {
    insert(turn);
}

fn main() {}
