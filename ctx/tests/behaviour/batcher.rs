//! When a batcher hands over what it has collected, and what it loses: nothing.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ctx::Gate;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};

use crate::identity::{Ctx, Request, TenantId, Version, admit, gate};

type Batcher = ctx::Batcher<u32, TenantId, Version, Request>;
type Builder = ctx::hops::BatcherBuilder<u32, TenantId, Version, Request>;

/// What was handled: the tenant, the values, and how long after the start.
type Handled = Arc<Mutex<Vec<(&'static str, Vec<u32>, Duration)>>>;

const COLLECT: Duration = Duration::from_secs(10);

fn start(builder: Builder, gate: &Gate) -> (Batcher, Handled) {
    let (handled, begun) = (Handled::default(), Instant::now());
    let noted = Arc::clone(&handled);
    let platform = gate.platform("service", ()).expect("the gate is open");
    let batcher = builder.start(&platform, async move |ctx, values| {
        noted.lock().unwrap().push((ctx.tenant().0, values, begun.elapsed()));
    });
    (batcher, handled)
}

fn taken(handled: &Handled) -> Vec<(&'static str, Vec<u32>, u64)> {
    let mut taken: Vec<_> =
        handled.lock().unwrap().drain(..).map(|(tenant, values, at)| (tenant, values, at.as_secs())).collect();
    taken.sort();
    taken
}

#[tokio::test(start_paused = true)]
async fn what_comes_in_time_is_one_batch_for_each_tenant() {
    let gate = gate();
    let (batcher, handled) = start(Batcher::builder("audit").collect_for(COLLECT), &gate);
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    for (turn, value) in [(&acme, 1), (&globex, 2), (&acme, 3)] {
        batcher.send(turn, value).await.unwrap();
        sleep(COLLECT / 4).await;
    }
    assert_eq!(taken(&handled), []);
    sleep(COLLECT / 2).await;
    assert_eq!(taken(&handled), [("acme", vec![1, 3], 10), ("globex", vec![2], 10)]);
    batcher.send(&acme, 4).await.unwrap();
    sleep(COLLECT + COLLECT / 4).await;
    assert_eq!(taken(&handled).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_full_batch_does_not_wait() {
    let gate = gate();
    let (batcher, handled) = start(Batcher::builder("audit").collect_for(COLLECT).max_size(3), &gate);
    let acme = admit(&gate, "acme");
    for value in 0..7 {
        batcher.send(&acme, value).await.unwrap();
    }
    sleep(COLLECT / 2).await;
    assert_eq!(taken(&handled), [("acme", vec![0, 1, 2], 0), ("acme", vec![3, 4, 5], 0)]);
    batcher.flush().await;
    assert_eq!(taken(&handled), [("acme", vec![6], 5)]);
    batcher.flush().await;
    assert_eq!(taken(&handled), []);
}

#[tokio::test(start_paused = true)]
async fn without_collecting_a_batch_is_what_has_queued_up() {
    let gate = gate();
    let (batcher, handled) = start(Batcher::builder("audit").collect_for(Duration::ZERO), &gate);
    let acme = admit(&gate, "acme");
    for value in 0..3 {
        batcher.try_send(&acme, value).unwrap();
    }
    sleep(Duration::from_millis(2)).await;
    assert_eq!(taken(&handled), [("acme", vec![0, 1, 2], 0)]);
}

#[tokio::test(start_paused = true)]
async fn a_shutdown_waits_for_what_is_queued_and_for_nothing_else() {
    let gate = gate();
    let (batcher, handled) = start(Batcher::builder("audit").collect_for(COLLECT * 100), &gate);
    assert_eq!(gate.live(), 0, "the task that collects holds nothing");
    batcher.send(&admit(&gate, "acme"), 1).await.unwrap();
    let last = admit(&gate, "globex");
    sleep(COLLECT).await;
    assert_eq!((taken(&handled).len(), gate.live()), (0, 2));

    let begun = Instant::now();
    let (report, ()) = tokio::join!(gate.drain(COLLECT), async {
        // A turn in its grace.
        sleep(Duration::from_secs(3)).await;
        batcher.send(&last, 2).await.unwrap();
        drop(last);
    });
    assert!(report.is_clean(), "{report}");
    assert_eq!(begun.elapsed().as_secs(), 3, "nothing is collected any longer");
    assert_eq!(taken(&handled), [("acme", vec![1], 10), ("globex", vec![2], 13)]);
}

#[tokio::test(start_paused = true)]
async fn the_last_batch_is_handled_when_no_more_can_come() {
    let gate = gate();
    let (batcher, handled) = start(Batcher::builder("audit").collect_for(COLLECT), &gate);
    batcher.clone().send(&admit(&gate, "acme"), 1).await.unwrap();
    drop(batcher);
    gate.idle().await;
    assert_eq!(taken(&handled), [("acme", vec![1], 0)]);
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_says_so_and_gives_the_value_back() {
    let gate = gate();
    let permits = Arc::new(Semaphore::new(0));
    let waits = Arc::clone(&permits);
    let platform = gate.platform("service", ()).expect("the gate is open");
    let builder = Batcher::builder("audit").capacity(1).max_size(1);
    let batcher = builder.start(&platform, async move |_, _| waits.acquire().await.unwrap().forget());
    let acme = admit(&gate, "acme");
    batcher.send(&acme, 1).await.unwrap();
    // Taken up; the next one fills the queue.
    sleep(Duration::from_millis(1)).await;
    batcher.send(&acme, 2).await.unwrap();
    let refused = batcher.try_send(&acme, 3).unwrap_err();
    assert_eq!((refused.is_full(), refused.to_string().as_str()), (true, "the queue of the batcher is full"));
    assert_eq!(refused.into_value(), 3);
    assert!(tokio::time::timeout(COLLECT, batcher.send(&acme, 3)).await.is_err(), "it waits");
    permits.add_permits(3);
    batcher.send(&acme, 3).await.unwrap();
    batcher.flush().await;
    drop((acme, platform));
    assert_eq!(gate.live(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_panic_loses_its_batch_alone() {
    let gate = gate();
    let handled: Arc<Mutex<Vec<u32>>> = Arc::default();
    let noted = Arc::clone(&handled);
    let platform = gate.platform("service", ()).expect("the gate is open");
    let batcher = Batcher::builder("audit").start(&platform, async move |ctx, values| {
        assert_ne!(ctx.tenant().0, "acme", "acme's rows cannot be written");
        noted.lock().unwrap().extend(values);
    });
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    for (turn, value) in [(&acme, 1), (&globex, 2)] {
        batcher.send(turn, value).await.unwrap();
    }
    batcher.flush().await;
    batcher.send(&globex, 3).await.unwrap();
    batcher.flush().await;
    assert_eq!(*handled.lock().unwrap(), [2, 3]);
}

#[tokio::test(start_paused = true)]
async fn what_outlasts_the_grace_is_dropped() {
    let gate = gate();
    let platform = gate.platform("service", ()).expect("the gate is open");
    let batcher = Batcher::builder("audit").start(&platform, async |_, _| std::future::pending().await);
    drop(platform);
    batcher.send(&admit(&gate, "acme"), 1).await.unwrap();
    let report = gate.drain(COLLECT).await;
    assert!(report.still_running().iter().any(|running| running.kind() == "audit"), "{report}");
    gate.idle().await;
}

#[test]
fn a_batcher_whose_runtime_is_gone_says_so() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let batcher = runtime.block_on(async {
        let (batcher, _) = start(Batcher::builder("audit").collect_for(COLLECT), &gate);
        batcher.send(&turn, 1).await.unwrap();
        batcher
    });
    drop(runtime);
    let lost = batcher.try_send(&turn, 2).unwrap_err();
    assert_eq!((lost.is_full(), lost.into_value()), (false, 2));
    drop(turn);
    assert_eq!(gate.live(), 0);
}

/// The names of its types, as an application would write them.
#[expect(dead_code, reason = "it has to compile")]
async fn a_handler_that_is_a_function(ctx: &Ctx, batcher: &Batcher) {
    async fn write(_: &ctx::Ctx<TenantId, Version>, _: Vec<u32>) {}
    let _ = Batcher::builder("audit").start(ctx, write);
    let _ = batcher.send(ctx, 1).await;
}
