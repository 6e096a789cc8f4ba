// leads to: ctx.stamp
use application::Stamped;

fn forged() -> Stamped<u64> {
    ctx::Stamped { value: 1 }
}

fn main() {}
