//! What becomes of ticks that were missed, and of the first.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::time::Duration;

use ctx::hops::{Attached, Detached, Platform};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, sleep};

use crate::identity::{Turn, admit, gate};

const PERIOD: Duration = Duration::from_secs(10);

/// The seconds at which the ticks began, when the second tick lasts three periods and a half.
async fn seconds(missed: Option<MissedTickBehavior>, immediately: bool) -> Vec<u64> {
    let turn = admit(&gate(), "acme");
    let ticks: Arc<Mutex<Vec<u64>>> = Arc::default();
    let (noted, begun, count) = (Arc::clone(&ticks), Instant::now(), Arc::new(AtomicUsize::new(0)));
    let mut timer = turn.timer(Attached, PERIOD);
    if let Some(missed) = missed {
        timer = timer.missed(missed);
    }
    if immediately {
        timer = timer.immediately();
    }
    let timer = timer.run(async move |_| {
        noted.lock().unwrap().push(begun.elapsed().as_secs());
        if count.fetch_add(1, Ordering::Relaxed) == 1 {
            sleep(PERIOD * 7 / 2).await;
        }
    });
    sleep(PERIOD * 8 + PERIOD / 4).await;
    timer.abort();
    let ticks = ticks.lock().unwrap();
    ticks.clone()
}

/// As in a timer, by hand: what tokio's own interval does.
async fn seconds_by_hand(missed: MissedTickBehavior, first: Duration) -> Vec<u64> {
    let begun = Instant::now();
    let mut interval = tokio::time::interval_at(begun + first, PERIOD);
    interval.set_missed_tick_behavior(missed);
    let mut ticks = Vec::new();
    let ended = tokio::time::timeout(PERIOD * 8 + PERIOD / 4, async {
        loop {
            interval.tick().await;
            ticks.push(begun.elapsed().as_secs());
            if ticks.len() == 2 {
                sleep(PERIOD * 7 / 2).await;
            }
        }
    });
    assert!(ended.await.is_err());
    ticks
}

#[tokio::test(start_paused = true)]
async fn each_behaviour_is_tokios() {
    let cases = [
        (MissedTickBehavior::Burst, vec![10, 20, 55, 55, 55, 60, 70, 80]),
        (MissedTickBehavior::Delay, vec![10, 20, 55, 65, 75]),
        (MissedTickBehavior::Skip, vec![10, 20, 55, 60, 70, 80]),
    ];
    for (missed, expected) in cases {
        assert_eq!(seconds(Some(missed), false).await, expected, "{missed:?}");
        assert_eq!(seconds_by_hand(missed, PERIOD).await, expected, "{missed:?} by hand");
        assert_eq!(seconds(Some(missed), true).await, seconds_by_hand(missed, Duration::ZERO).await, "{missed:?} now");
    }
}

#[tokio::test(start_paused = true)]
async fn without_one_the_next_tick_comes_a_period_after_the_long_one() {
    assert_eq!(seconds(None, false).await, [10, 20, 65, 75]);
    assert_eq!(seconds(None, true).await, [0, 10, 55, 65, 75]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_that_is_not_run_does_nothing_and_an_endless_period_never_ends() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    drop(turn.timer(Detached("flush"), PERIOD));
    assert_eq!(gate.live(), 1);
    for missed in [MissedTickBehavior::Burst, MissedTickBehavior::Delay, MissedTickBehavior::Skip] {
        let timer = turn.timer(Attached, Duration::MAX).missed(missed);
        let timer = timer.run(async |_| unreachable!("not in this life"));
        sleep(PERIOD * 1000).await;
        assert!(!timer.is_finished());
    }
    // A first tick, and no other.
    let (first, ticks) = (Arc::new(AtomicUsize::new(0)), [None, Some(MissedTickBehavior::Burst)]);
    let timers = ticks.map(|missed| {
        let (timer, first) = (turn.timer(Attached, Duration::MAX).immediately(), Arc::clone(&first));
        let timer = if let Some(missed) = missed { timer.missed(missed) } else { timer };
        timer.run(async move |_| _ = first.fetch_add(1, Ordering::Relaxed))
    });
    sleep(PERIOD * 1000).await;
    assert_eq!((first.load(Ordering::Relaxed), timers.iter().all(|timer| !timer.is_finished())), (2, true));
    turn.cancel();
}

/// What the first caller starts, whoever he is.
static REFRESHED: LazyLock<Mutex<Vec<String>>> = LazyLock::new(Mutex::default);

fn refresh_from_now_on(turn: &Turn) {
    static REFRESHER: OnceLock<JoinHandle<ctx::Error>> = OnceLock::new();
    REFRESHER.get_or_init(|| {
        turn.timer(Platform("refresh"), PERIOD).immediately().run(async |ctx| {
            let tenant = ctx::TenantSlot::label(ctx.tenant()).map(ToString::to_string);
            REFRESHED.lock().unwrap().push(format!("{} of {tenant:?}", ctx.kind()));
        })
    });
}

#[tokio::test(start_paused = true)]
async fn a_refresher_that_is_started_lazily_is_not_its_first_callers() {
    let gate = gate();
    for tenant in ["acme", "globex"] {
        let turn = admit(&gate, tenant);
        refresh_from_now_on(&turn);
        // Cancelled, and over: the refresher is not.
        turn.cancel();
    }
    sleep(PERIOD * 2 + PERIOD / 2).await;
    assert_eq!(*REFRESHED.lock().unwrap(), ["refresh of None"; 3]);
    assert_eq!(gate.live(), 1);
}
