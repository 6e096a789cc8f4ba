// leads to: gate.admit
use application::Ctx;

fn forged() -> Ctx {
    ctx::Ctx(Default::default())
}

fn main() {}
