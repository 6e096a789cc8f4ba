//! Field reports as old code sees them.

use std::fmt;
use std::time::Duration;

use bridge::{Old, gate, set_tenant};
use futures_util::future::join_all;
use support::{Ctx, admit, platform, raw};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

/// A05: the branch of a `select!` or a timeout that loses is dropped where it awaits; what it had set stays set.
#[tokio::test(start_paused = true)]
async fn a05_a_losing_branch_leaves_nothing() {
    async fn step(ctx: &Ctx) {
        let scope = ctx.with_fields(support::TurnFields::new());
        scope
            .in_span_async(async |ctx| {
                assert_eq!(Old::here(), Old::under(ctx));
                set_tenant(Some("inner"));
                ctx.until_done(sleep(Duration::from_secs(1))).await.unwrap();
            })
            .await;
    }

    let gate = gate();
    let turn = admit(&gate, "acme");
    let work = turn.spawn(async |ctx| {
        for _ in 0..1000 {
            assert!(timeout(Duration::from_millis(2), step(ctx)).await.is_err());
            assert_eq!(Old::here(), Old::under(ctx));
            tokio::select! {
                biased;
                () = step(ctx) => panic!("the longer one won"),
                () = sleep(Duration::from_millis(1)) => assert_eq!(Old::here(), Old::under(ctx)),
            }
        }
    });
    work.await.unwrap();
    assert_eq!(gate.still_running()[0].holders(), 1);
}

/// A10: values of an earlier job show up in a later one on the same thread.
#[test]
fn a10_a_pool_thread_is_clean() {
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(2).build().unwrap();
    let gate = gate();
    let (a, b, system) = (admit(&gate, "acme"), admit(&gate, "globex"), platform(&gate, "sweeper"));
    fn job(number: u32) -> Old {
        let seen = Old::here();
        set_tenant(Some("left behind"));
        if number % 10 == 3 {
            std::panic::panic_any(seen);
        }
        seen
    }
    let pool = ctx::Pool::builder().threads(2).build().unwrap();
    runtime.block_on(async {
        let mut jobs = Vec::new();
        let mut in_pool = Vec::new();
        for number in 0..300 {
            jobs.push(match number % 3 {
                0 => a.spawn_blocking(move |_| job(number)),
                1 => b.spawn_blocking(move |_| job(number)),
                _ => system.spawn_blocking(move |_| job(number)),
            });
            in_pool.push(match number % 3 {
                0 => pool.submit(&a, move |_| job(number)).unwrap(),
                1 => pool.submit(&b, move |_| job(number)).unwrap(),
                _ => pool.submit(&system, move |_| job(number)).unwrap(),
            });
        }
        let expected = |number: usize| [Old::under(&a), Old::under(&b), Old::NOTHING][number % 3].clone();
        for (number, seen) in join_all(jobs).await.into_iter().enumerate() {
            let seen = seen.unwrap_or_else(|error| *error.into_panic().downcast().unwrap());
            assert_eq!(seen, expected(number), "blocking job {number}");
        }
        for (number, seen) in join_all(in_pool).await.into_iter().enumerate() {
            let seen = seen.unwrap_or_else(|error| *error.try_into_panic().unwrap().downcast().unwrap());
            assert_eq!(seen, expected(number), "pool job {number}");
        }
    });
}

/// A13: the context is there on the first poll only.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a13_every_poll_has_the_context() {
    let gate = gate();
    let turns = [admit(&gate, "acme"), admit(&gate, "globex")];
    let tasks = (0..100).map(|number| {
        turns[number % 2].spawn(async |ctx| {
            for _ in 0..5 {
                assert_eq!(Old::here(), Old::under(ctx));
                let (wake, woken) = oneshot::channel();
                raw::thread(move || wake.send(()));
                woken.await.unwrap();
                assert_eq!(Old::here(), Old::under(ctx));
            }
        })
    });
    for task in join_all(tasks).await {
        task.unwrap();
    }
}

/// A17: a scope inside a closure that borrows it, in a `Display` that is being logged, in a drop while unwinding.
#[test]
fn a17_nested_scopes() {
    struct Nested<'c>(&'c Ctx);
    impl fmt::Display for Nested<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let scope = self.0.with_fields(support::TurnFields::new());
            scope.in_span(|ctx| assert_eq!(Old::here(), Old::under(ctx)));
            f.write_str("nested")
        }
    }
    impl Drop for Nested<'_> {
        fn drop(&mut self) {
            self.0.in_span(|ctx| assert_eq!(Old::here(), Old::under(ctx)));
        }
    }

    let lines = support::Lines::capture();
    let gate = gate();
    let (turn, outer) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let panicked = support::panic_of(|| {
        outer.in_span(|outer| {
            turn.in_span(|ctx| {
                ctx::info!(ctx, "{}", lines.text(Nested(outer)));
                assert_eq!(Old::here(), Old::under(ctx));
            });
            assert_eq!(Old::here(), Old::under(outer));
            let _nested = Nested(&turn);
            panic!("boom");
        });
    });
    assert_eq!(panicked.message, "boom");
    assert_eq!(lines.one("nested").tenant(), Some("acme"));
    assert_eq!(Old::here(), Old::NOTHING);
}
