//! What a cancelled turn reaches, and what it does not.

use std::cell::Cell;
use std::future::{pending, poll_fn};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use crate::identity::{TenantId, admit, gate};

/// Both orders: a token that was made before it is cancelled, and one that is asked for after.
#[tokio::test]
async fn what_a_cancelled_turn_reaches() {
    for ask_before in [true, false] {
        let gate = gate();
        let turn = admit(&gate, "acme");
        let derived = turn.map_fields(Clone::clone);
        let billing = derived.platform("billing", ());
        let below = gate.for_tenant(&billing, TenantId("globex"), (), ()).unwrap();
        let detached = turn.detach("audit");
        let of_detached = detached.platform("metrics", ());
        let message = derived.stamp(());
        let unrelated = admit(&gate, "acme");
        let (reached, spared) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let count = |asked: Result<(), ctx::Error>| match asked {
            Ok(()) => spared.fetch_add(1, Ordering::Relaxed),
            Err(error) => {
                assert!(error.is_cancelled() && !error.is_shut_down());
                reached.fetch_add(1, Ordering::Relaxed)
            }
        };
        let named = turn.task("named").spawn(async |ctx| ctx.cancelled().await);
        let nested = derived.spawn(async |ctx| ctx.spawn(async |ctx| ctx.cancelled().await).await.unwrap());
        if ask_before {
            tokio::task::yield_now().await;
            for asked in [turn.check(), derived.check(), billing.check(), below.check(), message.check()] {
                assert!(asked.is_ok());
            }
        }
        turn.cancel();
        turn.cancel();
        for asked in [turn.check(), derived.check(), billing.check(), below.check(), message.check()] {
            count(asked);
        }
        for asked in [detached.check(), of_detached.check(), unrelated.check()] {
            count(asked);
        }
        assert_eq!((reached.into_inner(), spared.into_inner()), (5, 3));
        named.await.unwrap();
        nested.await.unwrap();
        below.cancelled().await;
        assert!(turn.map_fields(Clone::clone).is_cancelled(), "what is derived later is born cancelled");
        assert!(!turn.detach("later").is_cancelled());
    }
}

#[tokio::test]
async fn work_is_dropped_where_it_waits() {
    struct SetsOnDrop<'c>(&'c Cell<bool>);
    impl Drop for SetsOnDrop<'_> {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }

    let gate = gate();
    let turn = admit(&gate, "acme");
    let (dropped, ended) = (Cell::new(false), Cell::new(false));
    let work = turn.until_done(async {
        let _dropped = SetsOnDrop(&dropped);
        turn.cancel();
        pending::<()>().await;
        ended.set(true);
    });
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!((dropped.get(), ended.get()), (true, false));
}

#[tokio::test]
async fn cancelled_before_the_first_poll_it_never_begins() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let polls = Cell::new(0);
    let work = turn.until_done(poll_fn(|_| {
        polls.set(polls.get() + 1);
        Poll::Ready(())
    }));
    turn.cancel();
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!(polls.get(), 0);
}

#[tokio::test]
async fn work_that_has_ended_is_not_called_cancelled() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let done = turn
        .until_done(async {
            turn.cancel();
            7
        })
        .await;
    assert_eq!(done.unwrap(), 7);
    assert!(turn.until_done(async { 8 }).await.is_err());
}

#[tokio::test]
async fn a_canceller_cancels_and_does_nothing_else() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let canceller = turn.canceller();
    let copy = canceller.clone();
    drop(canceller);
    assert!(!turn.is_cancelled());
    let waits = turn.spawn(async |ctx| ctx.until_done(pending::<()>()).await);
    tokio::task::yield_now().await;
    copy.cancel();
    assert!(waits.await.unwrap().unwrap_err().is_cancelled());
    drop(turn);
    assert_eq!(gate.live(), 0);
    copy.cancel();
}

#[tokio::test]
async fn a_client_that_goes_away() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let waiting = turn.canceller().on_drop();
    let answer = turn.spawn(async |ctx| ctx.until_done(pending::<()>()).await);
    tokio::task::yield_now().await;
    assert!(!turn.is_cancelled());
    drop(waiting);
    assert!(answer.await.unwrap().unwrap_err().is_cancelled());
}

/// A turn that was cancelled, and then the process ends its grace: the later reason is the one to act on.
#[tokio::test]
async fn cancelled_and_then_shut_down() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    turn.cancel();
    assert!(!turn.check().unwrap_err().is_shut_down());
    drop(gate.drain(std::time::Duration::ZERO).await);
    assert!(turn.check().unwrap_err().is_shut_down());
}
