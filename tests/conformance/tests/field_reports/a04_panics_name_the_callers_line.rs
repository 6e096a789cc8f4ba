//! A helper that panics outside its runtime must point at the caller, not at itself, and must not ask for more than the raw
//! call does.

use std::rc::Rc;
use std::time::Duration;

use ctx::hops::{Attached, Detached, Platform};
use support::{Lines, Turn, admit, gate, panic_of};
use tokio::task::LocalSet;

/// Its name, its line, and the call.
type Hop = (&'static str, u32, fn(&Turn));

const TICK: Duration = Duration::from_millis(1);

/// The common case: there is a runtime, and no `LocalSet`.
#[tokio::test]
#[rustfmt::skip]
async fn spawn_local_outside_a_local_set() {
    let turn = admit(&gate(), "acme");
    let hops: [Hop; 3] = [
        ("spawn_local", line!(), |turn| drop(turn.spawn_local(async |_| ()))),
        ("task.spawn_local", line!(), |turn| drop(turn.task("t").spawn_local(async |_| ()))),
        ("join_set.spawn_local", line!(), |turn| drop(turn.join_set().spawn_local(async |_| ()))),
    ];
    for (hop, line, call) in hops {
        let panic = panic_of(|| call(&turn));
        assert!(panic.message.contains("LocalSet"), "{hop}: {panic:?}");
        assert_eq!(panic.place, format!("{}:{line}", file!()), "{hop}");
    }
}

/// Every hop on tokio, where there is no runtime.
#[test]
#[rustfmt::skip]
fn hops_outside_a_runtime() {
    let turn = admit(&gate(), "acme");
    let hops: [Hop; 13] = [
        ("spawn", line!(), |turn| drop(turn.spawn(async |_| ()))),
        ("spawn_blocking", line!(), |turn| drop(turn.spawn_blocking(|_| ()))),
        ("spawn_local", line!(), |turn| drop(turn.spawn_local(async |_| ()))),
        ("task.spawn", line!(), |turn| drop(turn.task("t").spawn(async |_| ()))),
        ("task.spawn_blocking", line!(), |turn| drop(turn.task("t").spawn_blocking(|_| ()))),
        ("task.spawn_local", line!(), |turn| drop(turn.task("t").spawn_local(async |_| ()))),
        ("detach.spawn", line!(), |turn| drop(turn.detach("d").spawn(async |_| ()))),
        ("join_set.spawn", line!(), |turn| drop(turn.join_set().spawn(async |_| ()))),
        ("join_set.spawn_blocking", line!(), |turn| drop(turn.join_set().spawn_blocking(|_| ()))),
        ("join_set.spawn_local", line!(), |turn| drop(turn.join_set().spawn_local(async |_| ()))),
        ("every attached", line!(), |turn| drop(turn.every(Attached, TICK, async |_| ()))),
        ("every detached", line!(), |turn| drop(turn.every(Detached("d"), TICK, async |_| ()))),
        ("after platform", line!(), |turn| drop(turn.after(Platform("p"), TICK, async |_| ()))),
    ];
    for (hop, line, call) in hops {
        let panic = panic_of(|| call(&turn));
        assert_eq!(panic.place, format!("{}:{line}", file!()), "{hop}: {}", panic.message);
    }
}

/// And every timer, where the runtime has no clock: at the call, and not in a task that nobody waits for.
#[test]
#[rustfmt::skip]
fn timers_on_a_runtime_without_a_clock() {
    let turn = admit(&gate(), "acme");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let _entered = runtime.enter();
    let hops: [Hop; 4] = [
        ("cron", line!(), |turn| drop(turn.cron(Attached, "@daily", async |_| ()))),
        ("every", line!(), |turn| drop(turn.every(Attached, TICK, async |_| ()))),
        ("after", line!(), |turn| drop(turn.after(Detached("d"), TICK, async |_| ()))),
        ("after", line!(), |turn| drop(turn.after(Platform("p"), Duration::MAX, async |_| ()))),
    ];
    for (hop, line, call) in hops {
        let panic = panic_of(|| call(&turn));
        assert_eq!(panic.place, format!("{}:{line}", file!()), "{hop}: {}", panic.message);
    }
}

#[test]
fn a_period_of_zero() {
    let turn = admit(&gate(), "acme");
    let (panic, line) = (panic_of(|| turn.every(Attached, Duration::ZERO, async |_| ())), line!());
    assert_eq!(panic.place, format!("{}:{line}", file!()), "{}", panic.message);
}

#[tokio::test]
async fn local_work_need_not_be_send() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let inside = async {
        let (shared, text) = (Rc::new(7), lines.text("local"));
        let task = turn.spawn_local(async move |ctx| {
            tokio::task::yield_now().await;
            ctx::info!(ctx, "{text}");
            tracing::info!("{text}, plain");
            *shared
        });
        assert_eq!(task.await.unwrap(), 7);
        let mut set = turn.join_set();
        let shared = Rc::new(8);
        set.spawn_local(async move |_| {
            tokio::task::yield_now().await;
            *shared
        });
        assert_eq!(set.join_all().await, [8]);
    };
    LocalSet::new().run_until(inside).await;
    assert_eq!(lines.one("local").tenant(), Some("acme"));
    assert_eq!(lines.one("local, plain").tenant(), Some("acme"));
}
