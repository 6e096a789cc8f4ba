//! Work that was submitted and never begins: what it captured is dropped while its context still holds the turn, so a drain
//! that reports nothing left has waited for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ctx::Gate;
use ctx::hops::Attached;

use crate::identity::{admit, gate};

const HOUR: Duration = Duration::from_secs(3600);

/// Notes how many roots were alive when it was dropped.
struct Captured {
    gate: Gate,
    live: Arc<AtomicUsize>,
}

impl Drop for Captured {
    fn drop(&mut self) {
        self.live.store(self.gate.live(), Ordering::SeqCst);
    }
}

/// Lets go of `work` after the contexts it was made from.
macro_rules! let_go_later {
    ($name:ident, |$ctx:ident, $captured:ident| $work:expr) => {
        #[test]
        fn $name() {
            let gate = gate();
            let live = Arc::new(AtomicUsize::new(usize::MAX));
            let turn = admit(&gate, "acme");
            let work = {
                let ($ctx, $captured) = (&turn, Captured { gate: gate.clone(), live: Arc::clone(&live) });
                $work
            };
            drop(turn);
            assert_eq!(gate.live(), 1, "the work holds the turn");
            drop(work);
            assert_eq!(gate.live(), 0);
            assert_eq!(live.load(Ordering::SeqCst), 1, "the turn was alive when the captured value was dropped");
        }
    };
}

let_go_later!(a_bound_closure, |ctx, captured| ctx.bind(move |_| drop(captured)));
let_go_later!(a_bound_closure_for_many_calls, |ctx, captured| ctx.bind_mut(move |_, ()| {
    let _ = &captured;
}));
let_go_later!(a_bound_closure_for_calls_at_once, |ctx, captured| ctx.bind_fn(move |_, ()| {
    let _ = &captured;
}));
let_go_later!(a_carried_future, |ctx, captured| ctx.carry(async move |_| drop(captured)));
let_go_later!(a_stream, |ctx, captured| ctx.stream(async move |_, _: &mut ctx::Out<()>| drop(captured)));
let_go_later!(a_message, |ctx, captured| ctx.stamp(captured));
let_go_later!(an_opened_message, |ctx, captured| ctx.stamp(captured).open(async |_: &crate::identity::Ctx, _| {}));

/// Lets a runtime stop before it has polled the task that `start` gives it.
macro_rules! stops_before_the_first_poll {
    ($name:ident, |$turn:ident, $captured:ident| $start:expr) => {
        #[test]
        fn $name() {
            let gate = gate();
            let live = Arc::new(AtomicUsize::new(usize::MAX));
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            {
                let _in_runtime = runtime.enter();
                let ($turn, $captured) =
                    (admit(&gate, "acme"), Captured { gate: gate.clone(), live: Arc::clone(&live) });
                drop($start);
            }
            assert_eq!(gate.live(), 1);
            drop(runtime);
            assert_eq!((gate.live(), live.load(Ordering::SeqCst)), (0, 1));
        }
    };
}

stops_before_the_first_poll!(a_task, |turn, captured| turn.spawn(async move |_| drop(captured)));
stops_before_the_first_poll!(a_timer_that_runs_once, |turn, captured| {
    turn.after(Attached, HOUR, async move |_| drop(captured))
});
stops_before_the_first_poll!(a_timer, |turn, captured| {
    let captured = Arc::new(captured);
    turn.every(Attached, HOUR, async move |_| drop(captured))
});

/// Aborted while they wait: they were polled, and their work has not begun.
#[tokio::test]
async fn timers_that_wait() {
    let gate = gate();
    for once in [true, false] {
        let live = Arc::new(AtomicUsize::new(usize::MAX));
        let turn = admit(&gate, "acme");
        let captured = Arc::new(Captured { gate: gate.clone(), live: Arc::clone(&live) });
        let abort = if once {
            turn.after(Attached, HOUR, async move |_| drop(captured)).abort_handle()
        } else {
            turn.every(Attached, HOUR, async move |_| drop(captured)).abort_handle()
        };
        drop(turn);
        tokio::task::yield_now().await;
        abort.abort();
        gate.idle().await;
        assert_eq!(live.load(Ordering::SeqCst), 1, "once: {once}");
    }
}
