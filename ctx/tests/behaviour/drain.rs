//! Shutting down: waiting for what is there, and for how long.

use std::sync::mpsc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::identity::{TenantId, admit, gate};

const GRACE: Duration = Duration::from_secs(10);

#[tokio::test(start_paused = true)]
async fn nothing_is_there() {
    let gate = gate();
    let begun = Instant::now();
    let report = gate.drain(GRACE).await;
    assert!(report.is_clean() && gate.is_closed());
    assert_eq!(report.to_string(), "nothing was left running");
    assert_eq!(begun.elapsed(), Duration::ZERO);
    assert!(gate.drain(GRACE).await.is_clean(), "again");
}

#[tokio::test(start_paused = true)]
async fn what_ends_within_the_grace_is_not_cancelled() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let task = turn.spawn(async |ctx| ctx.until_done(sleep(GRACE / 2)).await);
    let audit = turn.detach("audit").spawn(async |ctx| {
        // Begun while the gate is closed already, by what was admitted before: not refused.
        sleep(GRACE / 4).await;
        ctx.task("late").spawn(async |ctx| ctx.until_done(sleep(GRACE / 4)).await).await.unwrap()
    });
    drop(turn);
    let begun = Instant::now();
    assert!(gate.drain(GRACE).await.is_clean());
    assert_eq!(begun.elapsed(), GRACE / 2);
    task.await.unwrap().unwrap();
    audit.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_grace_reaches_all_that_is_left() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let job = gate.platform("job", ()).unwrap();
    let other = gate.for_tenant(&job, TenantId("globex"), (), ()).unwrap();
    let tasks = [
        turn.spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await),
        turn.task("named").spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await),
        turn.detach("audit").spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await),
        turn.platform("billing", ()).spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await),
        other.spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await),
    ];
    let begun = Instant::now();
    let report = gate.drain(GRACE).await;
    assert_eq!(begun.elapsed(), GRACE);
    assert_eq!(report.still_running().len(), 6);
    for task in tasks {
        assert!(task.await.unwrap().unwrap_err().is_shut_down());
    }
    assert!(turn.check().unwrap_err().is_shut_down());
    drop(other);
    drop((turn, job));
    gate.idle().await;
    assert!(gate.drain(GRACE).await.is_clean(), "what was left has ended since");
}

#[tokio::test(start_paused = true)]
async fn two_that_drain_at_once() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let ends = turn.spawn(async |_| sleep(GRACE / 2).await);
    drop(turn);
    let (one, two, (), ()) = tokio::join!(gate.drain(GRACE), gate.drain(GRACE * 2), gate.idle(), gate.idle());
    assert!(one.is_clean() && two.is_clean());
    ends.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_shorter_grace_ends_a_longer_one() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let work = turn.spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await);
    drop(turn);
    let begun = Instant::now();
    let (long, short) = tokio::join!(gate.drain(GRACE * 100), gate.drain(GRACE));
    assert_eq!(begun.elapsed(), GRACE);
    assert_eq!((long.is_clean(), short.still_running().len()), (true, 1));
    assert!(work.await.unwrap().is_err());
}

#[tokio::test]
async fn beginning_to_shut_down_can_be_awaited() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let waits = turn.spawn(async |ctx| ctx.shutting_down().await);
    tokio::task::yield_now().await;
    assert!(!waits.is_finished());
    gate.close();
    waits.await.unwrap();
    turn.shutting_down().await;
    assert!(turn.check().is_ok(), "what was admitted goes on");
}

#[tokio::test]
async fn a_holder_on_another_thread_wakes_who_waits() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (go, goes) = mpsc::channel::<()>();
    let thread = turn.thread("last holder", move |_| goes.recv()).unwrap();
    drop(turn);
    let idle = {
        let gate = gate.clone();
        // A task that only the last holder can wake.
        #[expect(clippy::disallowed_methods, reason = "who waits for the gate has no turn")]
        tokio::spawn(async move { gate.idle().await })
    };
    tokio::task::yield_now().await;
    assert!(!idle.is_finished());
    drop(go);
    idle.await.unwrap();
    assert!(thread.join().unwrap().is_err());
}

#[test]
fn a_program_without_a_runtime() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let report = gate.drain_blocking(Duration::ZERO);
    assert_eq!(report.still_running().len(), 1);
    assert!(turn.check().unwrap_err().is_shut_down());

    let (begun, begins) = mpsc::channel();
    let thread = turn.thread("ends by itself", move |_| begun.send(()).unwrap()).unwrap();
    drop(turn);
    // A grace that no clock can represent is no limit.
    assert!(gate.drain_blocking(Duration::MAX).is_clean());
    begins.recv().unwrap();
    thread.join().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_grace_without_end() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let task = turn.spawn(async |_| sleep(GRACE * 1000).await);
    drop(turn);
    assert!(gate.drain(Duration::MAX).await.is_clean());
    task.await.unwrap();
}
