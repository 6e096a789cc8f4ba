//! Who shares an answer, and what becomes of it when one of them is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::identity::{Ctx, Request, TenantId, Version, admit, gate};

type SingleFlight = ctx::SingleFlight<u32, String, TenantId, Version>;

/// Work that is counted, and takes a while.
#[derive(Clone, Default)]
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn runs(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    async fn answer(self, ctx: &Ctx) -> String {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        sleep(Duration::from_secs(1)).await;
        format!("{}, version {}, number {number}, {}", ctx.tenant(), ctx.pin().0, ctx.kind())
    }
}

async fn ask(flight: &SingleFlight, ctx: &Ctx, key: u32, work: &Counted) -> Result<String, ctx::Error> {
    let work = work.clone();
    flight.run(ctx, key, async move |ctx| work.answer(ctx).await).await
}

#[tokio::test(start_paused = true)]
async fn a_hundred_calls_of_one_tenant_run_the_work_once() {
    let gate = gate();
    let (flight, work) = (SingleFlight::new("lookup"), Counted::default());
    let turns: Vec<_> = (0..100).map(|_| admit(&gate, "acme")).collect();
    let answers = join_all(turns.iter().map(|turn| ask(&flight, turn, 7, &work))).await;
    assert!(answers.iter().all(|answer| answer.as_deref() == Ok("acme, version 4, number 0, lookup")), "{answers:?}");
    assert_eq!(work.runs(), 1);
    drop(turns);
    assert_eq!((gate.live(), format!("{flight:?}").as_str()), (0, "SingleFlight { kind: \"lookup\", under_way: 0 }"));
}

#[tokio::test(start_paused = true)]
async fn tenants_pins_and_keys_are_kept_apart() {
    let gate = gate();
    let (flight, work) = (SingleFlight::new("lookup"), Counted::default());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let newer = gate.admit(TenantId("acme"), Version(5), Request::new("r1")).unwrap();
    let calls = [(&acme, 7), (&globex, 7), (&newer, 7), (&acme, 8), (&newer, 7)];
    let mut answers = join_all(calls.map(|(turn, key)| ask(&flight, turn, key, &work))).await;
    assert_eq!(answers.pop(), Some(answers[2].clone()), "the same tenant, pin and key");
    let starts = ["acme, version 4", "globex, version 4", "acme, version 5", "acme, version 4"];
    for (answer, start) in answers.iter().zip(starts) {
        assert!(answer.as_ref().unwrap().starts_with(start), "{answers:?}");
    }
    assert_eq!(work.runs(), 4);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_kept() {
    let turn = admit(&gate(), "acme");
    let (flight, work) = (SingleFlight::new("lookup"), Counted::default());
    for run in 1..=2 {
        ask(&flight, &turn, 7, &work).await.unwrap();
        assert_eq!(work.runs(), run);
    }
    // Also when somebody who joined has not looked yet.
    let mut unread = Box::pin(ask(&flight, &turn, 7, &work));
    assert_eq!(unread.as_mut().now_or_never(), None);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(ask(&flight, &turn, 7, &work).await.unwrap(), "acme, version 4, number 3, lookup");
    assert_eq!(unread.await.unwrap(), "acme, version 4, number 2, lookup");
    assert_eq!(ask(&flight, &turn, 7, &work).await.unwrap(), "acme, version 4, number 4, lookup");
}

#[tokio::test(start_paused = true)]
async fn the_first_caller_is_cancelled_and_the_others_get_their_answer() {
    let gate = gate();
    let (flight, work) = (SingleFlight::new("lookup"), Counted::default());
    let first = admit(&gate, "acme");
    let limited = first.with_time_limit(Duration::from_millis(500));
    let second = admit(&gate, "acme");
    let (one, two, three) =
        tokio::join!(limited.until_done(ask(&flight, &limited, 7, &work)), ask(&flight, &second, 7, &work), async {
            sleep(Duration::from_millis(100)).await;
            first.cancel();
        },);
    assert!(one.unwrap_err().is_cancelled());
    assert_eq!((two.as_deref(), three, work.runs()), (Ok("acme, version 4, number 0, lookup"), (), 1));
}

#[tokio::test(start_paused = true)]
async fn one_who_waits_leaves_and_the_others_stay() {
    let turn = admit(&gate(), "acme");
    let (flight, work) = (SingleFlight::new("lookup"), Counted::default());
    let mut leaves = Box::pin(ask(&flight, &turn, 7, &work));
    let mut stays = Box::pin(ask(&flight, &turn, 7, &work));
    assert_eq!((leaves.as_mut().now_or_never(), stays.as_mut().now_or_never()), (None, None));
    drop(leaves);
    assert!(stays.await.is_ok());
    assert_eq!(work.runs(), 1);
}

#[tokio::test(start_paused = true)]
async fn when_everybody_has_left_the_work_is_dropped() {
    struct OnDrop(Arc<Notify>);
    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let gate = gate();
    let turn = admit(&gate, "acme");
    let flight = SingleFlight::new("lookup");
    let dropped = Arc::new(Notify::new());
    let held = OnDrop(Arc::clone(&dropped));
    let mut call = Box::pin(flight.run(&turn, 7, async move |_| {
        let _held = held;
        std::future::pending().await
    }));
    assert_eq!(call.as_mut().now_or_never(), None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(gate.still_running().iter().filter(|running| running.kind() == "lookup").count(), 1);
    drop(call);
    dropped.notified().await;
    drop(turn);
    gate.idle().await;
    assert_eq!(format!("{flight:?}"), "SingleFlight { kind: \"lookup\", under_way: 0 }");
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_an_error_for_all_and_the_next_call_begins_anew() {
    let turn = admit(&gate(), "acme");
    let flight = SingleFlight::new("lookup");
    let call = || flight.run(&turn, 7, async |_| panic!("no row"));
    let (one, two) = tokio::join!(call(), call());
    let error = one.unwrap_err();
    assert!(error.is_panicked() && !error.is_cancelled() && two.unwrap_err().is_panicked());
    assert_eq!(error.to_string(), "the work that was waited for panicked");
    assert!(ask(&flight, &turn, 7, &Counted::default()).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_grace_ends_it() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let flight = SingleFlight::new("lookup");
    let call = flight.run(&turn, 7, async |_| std::future::pending().await);
    let (ended, report) = tokio::join!(call, gate.drain(Duration::from_secs(1)));
    assert!(ended.unwrap_err().is_shut_down());
    assert!(report.still_running().iter().any(|running| running.kind() == "lookup"));
}

#[test]
fn a_call_that_cannot_begin_leaves_nothing_behind() {
    let turn = admit(&gate(), "acme");
    let flight = SingleFlight::new("lookup");
    let call = flight.run(&turn, 7, async |_| String::new());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| call.now_or_never()));
    assert!(panicked.is_err(), "there is no runtime");
    assert_eq!(format!("{flight:?}"), "SingleFlight { kind: \"lookup\", under_way: 0 }");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_from_many_threads_never_mix_and_always_end() {
    let gate = gate();
    let flight = Arc::new(SingleFlight::new("lookup"));
    let tasks = (0..200).map(|call| {
        let (turn, flight) = (admit(&gate, ["acme", "globex"][call % 2]), Arc::clone(&flight));
        turn.spawn(async move |ctx| {
            let answer = flight.run(ctx, call as u32 % 3, async |ctx| {
                tokio::task::yield_now().await;
                ctx.tenant().to_string()
            });
            // Some leave at once.
            if call % 7 == 0 { answer.now_or_never().is_none() } else { answer.await.unwrap() == ctx.tenant().0 }
        })
    });
    let tasks: Vec<_> = tasks.collect();
    for task in tasks {
        task.await.unwrap();
    }
    gate.idle().await;
    assert_eq!(format!("{flight:?}"), "SingleFlight { kind: \"lookup\", under_way: 0 }");
}
