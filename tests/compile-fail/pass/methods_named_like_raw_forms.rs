//! `spawn`, `clone` and `default` of other types are no concern of a context's.

use application::{Ctx, load_now};

#[derive(Clone, Default, PartialEq, Debug)]
struct Pool {
    jobs: Vec<String>,
}

impl Pool {
    fn spawn(&mut self, job: impl FnOnce() -> String) {
        self.jobs.push(job());
    }
}

fn run(ctx: &Ctx) -> Pool {
    let mut pool = Pool::default();
    pool.spawn(|| load_now(ctx, 1));
    pool.clone()
}

#[test]
fn a_pool_that_runs_in_place_borrows() {
    assert_eq!(run(&crate::turn("acme")), Pool { jobs: vec!["row 1 of acme".to_owned()] });
}
