//! Deadlines, by a clock that the tests move.

use std::future::pending;
use std::time::Duration;

use ctx::Gate;
use tokio::time::{Instant, advance, sleep};

use crate::identity::{Request, TenantId, Turn, Version, gate};

const SECOND: Duration = Duration::from_secs(1);

fn limited(gate: &Gate, limit: Duration) -> Turn {
    gate.admission("chat").time_limit(limit).admit(TenantId("acme"), Version(4), Request::new("r1")).unwrap()
}

#[tokio::test(start_paused = true)]
async fn work_ends_at_the_deadline() {
    let gate = gate();
    let turn = limited(&gate, 10 * SECOND);
    let begun = Instant::now();
    assert_eq!(turn.remaining(), Some(10 * SECOND));
    assert!(turn.until_done(sleep(9 * SECOND)).await.is_ok());
    assert_eq!(turn.remaining(), Some(SECOND));
    assert!(turn.until_done(sleep(9 * SECOND)).await.unwrap_err().is_deadline_exceeded());
    assert_eq!(begun.elapsed(), 10 * SECOND);
    assert_eq!(turn.remaining(), Some(Duration::ZERO));
    assert!(turn.check().unwrap_err().is_deadline_exceeded());
    assert!(!turn.is_cancelled(), "a deadline is not a cancellation");
    let begins = turn.until_done(async { unreachable!("it is too late to begin") });
    assert!(begins.await.unwrap_err().is_deadline_exceeded());
}

#[tokio::test(start_paused = true)]
async fn it_reaches_tasks_and_not_what_is_detached() {
    let gate = gate();
    let turn = limited(&gate, SECOND);
    let task = turn.spawn(async |ctx| ctx.until_done(pending::<()>()).await);
    let named = turn.task("named").spawn(async |ctx| ctx.until_done(pending::<()>()).await);
    let billing = turn.platform("billing", ()).spawn(async |ctx| ctx.until_done(pending::<()>()).await);
    let detached = turn.detach("audit").spawn(async |ctx| {
        assert_eq!((ctx.deadline(), ctx.remaining()), (None, None));
        ctx.until_done(sleep(60 * SECOND)).await
    });
    for task in [task, named, billing] {
        assert!(task.await.unwrap().unwrap_err().is_deadline_exceeded());
    }
    detached.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_deadline_never_moves_away() {
    let gate = gate();
    let turn = limited(&gate, 10 * SECOND);
    let deadline = turn.deadline().unwrap();
    assert_eq!(turn.with_time_limit(60 * SECOND).deadline(), Some(deadline));
    assert_eq!(turn.with_deadline(deadline + SECOND).deadline(), Some(deadline));
    assert_eq!(turn.with_time_limit(Duration::MAX).deadline(), Some(deadline));
    let nearer = turn.with_time_limit(5 * SECOND);
    assert_eq!(nearer.deadline(), Some(deadline - 5 * SECOND));
    assert_eq!(nearer.with_time_limit(8 * SECOND).deadline(), nearer.deadline());
    // Further derivations keep it.
    assert_eq!(nearer.map_fields(Clone::clone).deadline(), nearer.deadline());
    assert_eq!(nearer.platform("billing", ()).deadline(), nearer.deadline());
    assert_eq!(turn.deadline(), Some(deadline), "the parent is unchanged");

    advance(6 * SECOND).await;
    assert!(nearer.check().unwrap_err().is_deadline_exceeded());
    assert!(turn.check().is_ok());
    let stops = nearer.spawn(async |ctx| ctx.check().is_err()).await.unwrap();
    assert!(stops);
}

#[tokio::test]
async fn a_limit_without_end() {
    let gate = gate();
    let turn = crate::identity::admit(&gate, "acme");
    let unlimited = turn.with_time_limit(Duration::MAX);
    assert_eq!((unlimited.deadline(), unlimited.remaining()), (None, None));
    assert!(unlimited.until_done(async { 1 }).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn whichever_is_first() {
    let gate = gate();
    let turn = limited(&gate, 10 * SECOND);
    let canceller = turn.canceller();
    let task = turn.spawn(async |ctx| ctx.until_done(pending::<()>()).await);
    advance(SECOND).await;
    canceller.cancel();
    let ended = task.await.unwrap().unwrap_err();
    assert!(ended.is_cancelled() && !ended.is_deadline_exceeded());
    advance(20 * SECOND).await;
    assert!(turn.check().unwrap_err().is_cancelled(), "both: cancelled counts for more");
}
