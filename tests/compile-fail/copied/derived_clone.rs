// leads to: ctx.stamp
use application::Stamped;

#[derive(Clone)]
struct Job {
    message: Stamped<u64>,
}

fn main() {}
