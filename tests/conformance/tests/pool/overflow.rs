//! When the queue is full.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use ctx::{Pool, WhenFull};
use support::{Lines, admit, gate};

use crate::busy::Busy;

fn full(when_full: WhenFull) -> Pool {
    Pool::builder().threads(1).queue(1).when_full(when_full).build().unwrap()
}

#[test]
fn reject_gives_the_work_back_with_what_it_holds() {
    let (gate, pool) = (gate(), full(WhenFull::Reject));
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let queued = pool.submit(&turn, |_| 1).unwrap();
    let held = Arc::new(7);
    let also = Arc::clone(&held);
    let rejected = pool.submit(&turn, move |ctx| (ctx.tenant().0, *also)).unwrap_err();
    assert!(rejected.is_full() && !rejected.is_shut_down() && !rejected.is_no_thread());
    assert_eq!(rejected.to_string(), "job not taken: all threads are busy and the queue is full");
    assert_eq!(format!("{rejected:?}"), "Rejected { why: Full, .. }");
    assert_eq!(Arc::strong_count(&held), 2);
    assert_eq!(rejected.into_work()(&turn), ("acme", 7));
    assert_eq!(Arc::strong_count(&held), 1);
    busy.end();
    assert_eq!(queued.wait().unwrap(), 1);
}

/// An error that `?` takes everywhere, also when the work is not `Sync`.
#[test]
fn what_is_rejected_passes_through_anyhow_like_errors() {
    fn submit(pool: &Pool, turn: &support::Turn) -> Result<u32, Box<dyn std::error::Error + Send + Sync>> {
        let not_sync = std::cell::Cell::new(1);
        Ok(pool.submit(turn, move |_| not_sync.get())?.wait()?)
    }
    let (gate, pool) = (gate(), full(WhenFull::Reject));
    let turn = admit(&gate, "acme");
    assert_eq!(submit(&pool, &turn).unwrap(), 1);
    pool.close();
    assert_eq!(submit(&pool, &turn).unwrap_err().to_string(), "job not taken: the pool was shut down");
}

#[test]
fn the_oldest_is_dropped_inside_its_own_span_and_told() {
    struct LogsOnDrop(String);

    impl Drop for LogsOnDrop {
        fn drop(&mut self) {
            tracing::info!("{}", self.0);
        }
    }

    let (gate, pool, lines) = (gate(), full(WhenFull::DropOldest), Lines::capture());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let busy = Busy::start(&pool, &globex);
    let held = LogsOnDrop(lines.text("held by the oldest"));
    let oldest = pool.submit(&acme, move |_| drop(held)).unwrap();
    let request = acme.fields().request_id.to_string();
    drop(acme);
    // Another tenant's submission displaces it, inside that tenant's span.
    let newest = globex.in_span(|globex| pool.submit(globex, |_| "newest")).unwrap();
    assert_eq!(lines.one("held by the oldest").tenant(), Some("acme"));
    let error = oldest.wait().unwrap_err();
    assert!(error.is_displaced());
    assert_eq!(error.to_string(), "job not run: newer jobs displaced it in a full queue");
    let told: Vec<_> = Lines::by_field("request_id", request);
    let told: Vec<_> = told.iter().filter(|line| line.target == "ctx::pool").collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].field("spawned_at").unwrap().contains(file!()));
    busy.end();
    assert_eq!(newest.wait().unwrap(), "newest");
    drop(globex);
    assert!(gate.drain_blocking(Duration::from_secs(20)).is_clean());
}

#[test]
fn block_holds_the_submitter_until_there_is_room() {
    let (gate, pool) = (gate(), full(WhenFull::Block));
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let (sender, order) = mpsc::channel();
    let at_end = sender.clone();
    drop(pool.submit(&turn, move |_| at_end.send("queued").unwrap()).unwrap());
    thread::scope(|scope| {
        let blocked = scope.spawn(|| {
            let pool = &pool;
            pool.submit(&turn, move |_| sender.send("waited for room").unwrap()).unwrap().wait().unwrap();
        });
        assert!(!blocked.is_finished());
        busy.end();
        blocked.join().unwrap();
    });
    assert_eq!(order.iter().collect::<Vec<_>>(), ["queued", "waited for room"]);
}

#[tokio::test]
async fn block_lets_other_tasks_of_the_thread_go_on() {
    let (gate, pool) = (gate(), full(WhenFull::Block));
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let queued = pool.submit(&turn, |_| "queued").unwrap();
    let mut waits = pin!(pool.submit_async(&turn, |_| "waited"));
    poll_fn(|cx| {
        assert!(waits.as_mut().poll(cx).is_pending());
        Poll::Ready(())
    })
    .await;
    // Same thread, and it is free.
    assert_eq!(turn.spawn(async |ctx| ctx.tenant().0).await.unwrap(), "acme");
    tokio::task::spawn_blocking(|| busy.end()).await.unwrap();
    assert_eq!(waits.await.unwrap().await.unwrap(), "waited");
    assert_eq!(queued.await.unwrap(), "queued");
}

#[tokio::test]
async fn a_submission_that_is_dropped_while_it_waits_takes_its_job_back() {
    let (gate, pool) = (gate(), full(WhenFull::Block));
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let queued = pool.submit(&turn, |_| "queued").unwrap();
    let submits = pool.submit_async(&turn, |_| panic!("it must not run"));
    let (waits, next) = (pool.submit_async(&turn, |_| "next"), "next");
    {
        let mut submits = pin!(submits);
        poll_fn(|cx| {
            assert!(submits.as_mut().poll(cx).is_pending());
            Poll::Ready(())
        })
        .await;
    }
    // Nor one that was never polled.
    drop(pool.submit_async(&turn, |_| panic!("it must not run")));
    busy.end();
    assert_eq!(queued.await.unwrap(), "queued");
    assert_eq!(waits.await.unwrap().await.unwrap(), next);
    drop(turn);
    assert!(gate.drain(Duration::from_secs(20)).await.is_clean());
}

/// A job that submits to its own pool would hold up the very thread that makes room.
#[test]
fn a_job_does_not_block_on_its_own_full_pool() {
    let (gate, pool) = (gate(), full(WhenFull::Block));
    let turn = admit(&gate, "acme");
    let (own, (sender, order)) = (pool.clone(), mpsc::channel());
    let outer = pool.submit(&turn, move |ctx| {
        for number in 0..3 {
            let sender = sender.clone();
            drop(own.submit(ctx, move |_| sender.send(number).unwrap()).unwrap());
        }
        "outer"
    });
    assert_eq!(outer.unwrap().wait().unwrap(), "outer");
    // The first found room, the others ran in place.
    assert_eq!(order.iter().collect::<Vec<_>>(), [1, 2, 0]);
}
