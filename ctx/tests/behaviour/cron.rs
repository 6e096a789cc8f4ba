//! When work by the calendar runs, under paused time.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ctx::hops::{Attached, Detached, Platform};
use tokio::time::{Instant, sleep};

use crate::identity::{admit, gate};

const HOUR: Duration = Duration::from_secs(3600);

/// The time of day in seconds, by the wall clock as the test moves it.
fn time_of_day(began: (SystemTime, Instant)) -> u64 {
    let now = began.0 + began.1.elapsed();
    now.duration_since(UNIX_EPOCH).unwrap().as_secs() % (24 * 3600)
}

#[tokio::test(start_paused = true)]
async fn it_runs_at_its_time_in_utc_each_day() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let began = (SystemTime::now(), Instant::now());
    let times: Arc<Mutex<Vec<u64>>> = Arc::default();
    let noted = Arc::clone(&times);
    let nightly = turn.cron(Platform("nightly"), "30 3 * * *", async move |ctx| {
        assert_eq!((ctx.kind(), ctx.fields()), ("nightly", &()));
        noted.lock().unwrap().push(time_of_day(began));
    });
    let nightly = nightly.unwrap();
    sleep(HOUR * 24 * 7).await;
    assert_eq!(times.lock().unwrap().len(), 7);
    for second in times.lock().unwrap().iter() {
        // The wall clock is read twice, and goes on between the two.
        assert!((3 * 3600 + 1800 - 1..3 * 3600 + 1800 + 2).contains(second), "at second {second} of the day");
    }
    drop(turn);
    assert!(gate.drain(HOUR).await.is_clean());
    assert!(nightly.await.unwrap().is_shut_down());
}

#[tokio::test(start_paused = true)]
async fn a_time_that_comes_during_a_run_is_left_out() {
    let turn = admit(&gate(), "acme");
    let runs: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let noted = Arc::clone(&runs);
    let hourly = turn.cron(Detached("report"), "@hourly", async move |ctx| {
        assert_eq!((ctx.tenant().0, ctx.kind()), ("acme", "report"));
        noted.lock().unwrap().push(Instant::now());
        sleep(HOUR * 5 / 2).await;
    });
    let hourly = hourly.unwrap();
    sleep(HOUR * 10).await;
    hourly.abort();
    let runs = runs.lock().unwrap();
    let apart = runs.windows(2).map(|two| (two[1] - two[0]).as_secs_f64().round()).collect::<Vec<_>>();
    assert!(runs.len() >= 3 && apart.iter().all(|seconds| *seconds == HOUR.as_secs_f64() * 3.0), "{apart:?}");
}

#[tokio::test(start_paused = true)]
async fn an_attached_one_ends_with_its_turn() {
    let turn = admit(&gate(), "acme");
    let timer = turn.cron(Attached, "0 3 * * *", async |_| ()).unwrap();
    turn.cancel();
    assert!(timer.await.unwrap().is_cancelled());
}

#[tokio::test]
async fn what_cannot_be_is_refused_at_the_call() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let refused = |expression| turn.cron(Platform("nightly"), expression, async |_| ()).unwrap_err();
    let wrong = refused("0 3 * * MONDAYS");
    assert_eq!((wrong.expression(), wrong.field()), ("0 3 * * MONDAYS", Some(("day of the week", "MONDAYS"))));
    assert!(refused("0 0 30 2 *").is_never());
    assert_eq!(refused("0 0 30 2 *").to_string(), "the time of the cron expression `0 0 30 2 *` never comes");
    assert_eq!(gate.live(), 1, "nothing was started");
}
