//! What a handle can do.

use std::sync::mpsc;
use std::time::Duration;

use ctx::Pool;
use futures_util::FutureExt;
use support::{Lines, admit, gate};

use crate::busy::Busy;

#[test]
fn jobs_that_wait_for_jobs_do_not_starve_the_pool() {
    fn fibonacci(ctx: &support::Ctx, pool: &Pool, n: u32) -> u32 {
        if n < 2 {
            return n;
        }
        let own = pool.clone();
        let one = pool.submit(ctx, move |ctx| fibonacci(ctx, &own, n - 1)).unwrap();
        let own = pool.clone();
        let two = pool.submit(ctx, move |ctx| fibonacci(ctx, &own, n - 2)).unwrap();
        one.wait().unwrap() + two.wait().unwrap()
    }

    for threads in [1, 2] {
        let (gate, pool) = (gate(), Pool::builder().threads(threads).build().unwrap());
        let turn = admit(&gate, "acme");
        let own = pool.clone();
        let result = pool.submit(&turn, move |ctx| fibonacci(ctx, &own, 10)).unwrap();
        assert_eq!(result.wait().unwrap(), 55);
        assert_eq!(pool.queued(), 0);
    }
}

/// Run by a job that waits for it, a job of another tenant shows its own, and the waiting one is back after it.
#[test]
fn a_job_run_inside_another_tenants() {
    let (gate, pool, lines) = (gate(), Pool::builder().threads(1).build().unwrap(), Lines::capture());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let (own, texts) = (pool.clone(), ["inner", "after"].map(|message| lines.text(message)));
    let outer = pool.submit(&acme, move |_| {
        let [inner, after] = texts;
        own.submit(&globex, move |_| tracing::info!("{inner}")).unwrap().wait().unwrap();
        tracing::info!("{after}");
    });
    outer.unwrap().wait().unwrap();
    assert_eq!(lines.one("inner").tenant(), Some("globex"));
    assert_eq!(lines.one("after").tenant(), Some("acme"));
}

#[test]
fn a_job_that_has_not_begun_can_be_withdrawn() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).queue(1).build().unwrap());
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let job = pool.submit(&turn, |_| panic!("it must not run")).unwrap();
    assert!(!job.is_finished());
    assert!(job.withdraw() && !job.withdraw());
    assert!(job.is_finished());
    assert!(job.wait().unwrap_err().is_withdrawn());
    // Its place is free.
    assert_eq!(pool.queued(), 0);
    let dropped = pool.submit(&turn, |_| panic!("it must not run")).unwrap().withdraw_on_drop();
    drop(dropped);
    let kept = pool.submit(&turn, |_| "kept").unwrap().withdraw_on_drop();
    busy.end();
    assert_eq!(kept.wait().unwrap(), "kept");
}

#[test]
fn the_place_of_a_withdrawn_job_goes_to_who_waits() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).queue(1).when_full(ctx::WhenFull::Block).build().unwrap());
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let queued = pool.submit(&turn, |_| panic!("it must not run")).unwrap();
    let mut waits = Box::pin(pool.submit_async(&turn, |_| "waited"));
    assert!(waits.as_mut().now_or_never().is_none());
    assert!(queued.withdraw());
    let job = waits.as_mut().now_or_never().expect("there is room").unwrap();
    busy.end();
    assert_eq!(job.wait().unwrap(), "waited");
}

#[test]
fn a_job_that_has_begun_cannot() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let turn = admit(&gate, "acme");
    let (release, released) = mpsc::channel::<()>();
    let (begun, begins) = mpsc::channel();
    let job = pool.submit(&turn, move |ctx| {
        begun.send(()).unwrap();
        let _ = released.recv();
        // It can be asked to stop, though.
        ctx.check().is_err()
    });
    let job = job.unwrap();
    begins.recv().unwrap();
    assert!(!job.withdraw());
    turn.cancel();
    drop(release);
    assert!(job.wait().unwrap());
}

#[tokio::test]
async fn a_handle_is_a_future_on_any_executor() {
    let (gate, pool) = (gate(), Pool::builder().threads(2).build().unwrap());
    let turn = admit(&gate, "acme");
    let lengths = (0..10).map(|n| pool.submit(&turn, move |ctx| ctx.tenant().0.len() + n).unwrap());
    let lengths: Vec<_> = futures_util::future::join_all(lengths).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(lengths, (4..14).collect::<Vec<_>>());

    let mut job = pool.submit(&turn, |_| 1).unwrap();
    assert_eq!((&mut job).await.unwrap(), 1);
    let again = std::panic::AssertUnwindSafe(job).catch_unwind().await;
    assert!(again.is_err(), "polled after it had ended");
}

/// What a job returns to nobody is dropped inside its span, and a panic there is its own.
#[test]
fn a_result_that_nobody_takes() {
    struct LogsOnDrop(String);

    impl Drop for LogsOnDrop {
        fn drop(&mut self) {
            tracing::info!("{}", self.0);
            panic!("in the drop");
        }
    }

    let (gate, pool, lines) = (gate(), Pool::builder().threads(1).build().unwrap(), Lines::capture());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let busy = Busy::start(&pool, &globex);
    let text = lines.text("dropped");
    drop(pool.submit(&acme, move |_| LogsOnDrop(text)).unwrap());
    busy.end();
    // The thread lives.
    assert_eq!(pool.submit(&globex, |ctx| ctx.tenant().0).unwrap().wait().unwrap(), "globex");
    assert_eq!(lines.one("dropped").tenant(), Some("acme"));
    drop((acme, globex));
    assert!(gate.drain_blocking(Duration::from_secs(20)).is_clean());
}

/// The same when the future that waited for room is dropped after its job has begun.
#[test]
fn a_result_that_nobody_takes_of_a_job_that_had_to_wait_for_room() {
    struct PanicsOnDrop(String);

    impl Drop for PanicsOnDrop {
        fn drop(&mut self) {
            tracing::info!("{}", self.0);
            panic!("in the drop");
        }
    }

    let builder = Pool::builder().threads(1).queue(1).when_full(ctx::WhenFull::Block);
    let (gate, pool, lines) = (gate(), builder.build().unwrap(), Lines::capture());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let busy = Busy::start(&pool, &globex);
    let queued = pool.submit(&globex, |_| ()).unwrap();
    let ((begun, begins), (release, released)) = (mpsc::channel(), mpsc::channel::<()>());
    let text = lines.text("dropped");
    let mut waits = Box::pin(pool.submit_async(&acme, move |_| {
        begun.send(()).unwrap();
        // Ends with the sender.
        let _ = released.recv();
        PanicsOnDrop(text)
    }));
    assert!(waits.as_mut().now_or_never().is_none());
    busy.end();
    queued.wait().unwrap();
    begins.recv().unwrap();
    drop(waits);
    drop(release);
    // The thread lives.
    let (next, done) = mpsc::channel();
    drop(pool.submit(&globex, move |ctx| next.send(ctx.tenant().0).unwrap()).unwrap());
    assert_eq!(done.recv_timeout(Duration::from_secs(20)).unwrap(), "globex");
    assert_eq!(lines.one("dropped").tenant(), Some("acme"));
    assert!(pool.drain_blocking(Duration::from_secs(20)).is_clean());
}
