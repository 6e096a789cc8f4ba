//! Words like those of raw forms, in a function where raw forms are refused.

use application::load_now;

struct Pool;

impl Pool {
    fn spawn(&self, job: impl FnOnce() -> String) -> String {
        job()
    }
}

fn spawn(job: impl FnOnce() -> String) -> String {
    job()
}

#[ctx::with_ctx]
fn rows(pool: &Pool) -> [String; 4] {
    // Not `tokio::spawn(..)`.
    let text = "tokio::spawn(async {})".to_owned();
    let scoped = std::thread::scope(|scope| scope.spawn(|| load_now(ctx, 3)).join().unwrap());
    [pool.spawn(|| load_now(ctx, 1)), spawn(|| load_now(ctx, 2)), scoped, text]
}

#[test]
fn all_run_in_place() {
    let rows = rows(&crate::turn("acme"), &Pool);
    assert_eq!(rows, ["row 1 of acme", "row 2 of acme", "row 3 of acme", "tokio::spawn(async {})"]);
}
