// leads to: gate.admit
use application::Ctx;

fn forged() -> Ctx {
    Ctx::default()
}

fn main() {}
