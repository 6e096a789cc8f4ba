// leads to: ctx.bind
use application::{Ctx, load_now};

struct Pool;

impl Pool {
    fn submit(&self, _job: impl FnOnce() + Send + 'static) {}
}

fn handler(ctx: &Ctx, pool: &Pool) {
    pool.submit(move || {
        load_now(ctx, 1);
    });
}

fn main() {}
