// leads to: ctx.stamp
use application::{Ctx, Stamped};

struct Queue;

impl Queue {
    fn push(&self, _job: Stamped<u64>) {}
}

fn enqueue(_ctx: &Ctx, jobs: &Queue) {
    jobs.push(1);
}

fn main() {}
