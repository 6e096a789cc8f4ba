//! When timers tick, and what ends them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ctx::hops::{Attached, Detached, Platform};
use tokio::task::yield_now;
use tokio::time::{Instant, advance, sleep};

use crate::identity::{admit, gate};

const PERIOD: Duration = Duration::from_secs(10);

/// When each tick began, since the start, and how to note it.
fn ticks() -> (Arc<Mutex<Vec<Duration>>>, impl Fn() + Clone + Send + 'static) {
    let ticks: Arc<Mutex<Vec<Duration>>> = Arc::default();
    let (noted, begun) = (Arc::clone(&ticks), Instant::now());
    (ticks, move || noted.lock().unwrap().push(begun.elapsed()))
}

fn seconds(ticks: &Mutex<Vec<Duration>>) -> Vec<u64> {
    ticks.lock().unwrap().iter().map(Duration::as_secs).collect()
}

#[tokio::test(start_paused = true)]
async fn the_first_tick_comes_a_period_after_the_call() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (ticked, note) = ticks();
    let timer = turn.every(Attached, PERIOD, async move |_| note());
    // The runtime is busy for a while before the timer's task runs at all.
    advance(PERIOD / 2).await;
    sleep(PERIOD * 3).await;
    timer.abort();
    assert_eq!(seconds(&ticked), [10, 20, 30]);

    let (ticked, note) = ticks();
    let once = turn.after(Attached, PERIOD, async move |_| note());
    advance(PERIOD / 2).await;
    once.await.unwrap().unwrap();
    assert_eq!(seconds(&ticked), [10]);
}

#[tokio::test(start_paused = true)]
async fn ticks_do_not_overlap_and_do_not_catch_up() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (ticked, note) = ticks();
    let slow_one = Arc::new(AtomicUsize::new(0));
    let timer = turn.every(Attached, PERIOD, async move |_| {
        note();
        if slow_one.fetch_add(1, Ordering::Relaxed) == 1 {
            sleep(PERIOD * 3).await;
        }
    });
    sleep(PERIOD * 8 + PERIOD / 2).await;
    timer.abort();
    // The second takes from 20 to 50; what was missed is missed, and the next comes a full period later.
    assert_eq!(seconds(&ticked), [10, 20, 60, 70, 80]);
}

#[tokio::test(start_paused = true)]
async fn an_attached_timer_ends_with_its_turn_also_in_a_tick() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let between = turn.every(Attached, PERIOD, async |_| ());
    let within = turn.every(Attached, PERIOD, async |_| sleep(PERIOD * 100).await);
    let once = turn.after(Attached, PERIOD * 100, async |_| ());
    sleep(PERIOD + PERIOD / 2).await;
    turn.cancel();
    assert!(between.await.unwrap().is_cancelled());
    assert!(within.await.unwrap().is_cancelled());
    assert!(once.await.unwrap().unwrap_err().is_cancelled());

    let late = turn.every(Attached, PERIOD, async |_| unreachable!("the turn has ended"));
    assert!(late.await.unwrap().is_cancelled());
    let limited = admit(&gate, "acme");
    let limited = limited.with_time_limit(PERIOD * 2 + PERIOD / 2);
    let (ticked, note) = ticks();
    assert!(limited.every(Attached, PERIOD, async move |_| note()).await.unwrap().is_deadline_exceeded());
    assert_eq!(seconds(&ticked), [10, 20]);
}

#[tokio::test(start_paused = true)]
async fn others_outlive_the_turn_and_end_with_the_process() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (ticked, note) = ticks();
    let flush = turn.every(Detached("flush"), PERIOD, async move |ctx| {
        assert_eq!((ctx.tenant().0, ctx.kind(), ctx.deadline()), ("acme", "flush", None));
        note();
    });
    let sweep = turn.every(Platform("sweep"), PERIOD, async |ctx| {
        assert_eq!((ctx.kind(), ctx.fields()), ("sweep", &()));
        // Begun before the shutdown, and finished within the grace.
        sleep(PERIOD / 2).await;
    });
    let purge = turn.after(Detached("purge"), PERIOD * 100, async |_| ());
    turn.cancel();
    drop(turn);
    sleep(PERIOD * 2 + Duration::from_secs(1)).await;
    assert_eq!(gate.live(), 3);
    let begun = Instant::now();
    let report = gate.drain(PERIOD).await;
    assert!(report.is_clean(), "{report}");
    assert_eq!(begun.elapsed(), Duration::from_secs(4), "when the tick that had begun was finished");
    assert!(flush.await.unwrap().is_shut_down());
    assert!(sweep.await.unwrap().is_shut_down());
    assert!(purge.await.unwrap().unwrap_err().is_shut_down());
    assert_eq!(seconds(&ticked), [10, 20]);
}

#[tokio::test(start_paused = true)]
async fn a_tick_that_outlasts_the_grace_is_dropped() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let sweep = turn.every(Detached("sweep"), PERIOD, async |_| std::future::pending().await);
    drop(turn);
    sleep(PERIOD * 2).await;
    assert_eq!(gate.drain(PERIOD).await.still_running()[0].kind(), "sweep");
    assert!(sweep.await.unwrap().is_shut_down());
    gate.idle().await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_ends_the_timer_and_reaches_the_handle() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let timer = turn.every(Attached, PERIOD, async |_| panic!("tick"));
    let once = turn.after(Attached, PERIOD, async |_| -> u32 { panic!("once") });
    assert!(timer.await.unwrap_err().is_panic());
    assert!(once.await.unwrap_err().is_panic());
    drop(turn);
    assert_eq!(gate.live(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_handle_that_is_dropped_stops_nothing() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (ticked, note) = ticks();
    drop(turn.every(Attached, PERIOD, async move |_| note()));
    let canceller = turn.canceller();
    drop(turn);
    sleep(PERIOD * 2 + PERIOD / 2).await;
    assert_eq!((seconds(&ticked), gate.live()), (vec![10, 20], 1));
    canceller.cancel();
    yield_now().await;
    assert_eq!(gate.live(), 0);
}

#[tokio::test(start_paused = true)]
async fn times_without_end() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let timer = turn.every(Attached, Duration::MAX, async |_| unreachable!("not in this life"));
    let once = turn.after(Attached, Duration::MAX, async |_| unreachable!("not in this life"));
    sleep(PERIOD * 1000).await;
    turn.cancel();
    assert!(timer.await.unwrap().is_cancelled());
    assert!(once.await.unwrap().unwrap_err().is_cancelled());
}

/// A closure that does something before it gives its future.
#[tokio::test(start_paused = true)]
async fn nothing_of_the_work_begins_when_the_turn_is_cancelled_as_the_time_comes() {
    let gate = gate();
    for is_cancelled in [false, true] {
        let turn = admit(&gate, "acme");
        let begun = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&begun);
        let once = turn.after(Attached, PERIOD, move |_: &crate::identity::Ctx| {
            counted.fetch_add(1, Ordering::SeqCst);
            async {}
        });
        yield_now().await;
        advance(PERIOD).await;
        if is_cancelled {
            turn.cancel();
        }
        assert_eq!(once.await.unwrap().is_err(), is_cancelled && begun.load(Ordering::SeqCst) == 0);
        assert_eq!(begun.load(Ordering::SeqCst), usize::from(!is_cancelled));
    }
}
