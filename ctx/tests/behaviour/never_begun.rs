//! Work that was submitted and never begins: what it captured is dropped while its context still holds the turn, so a drain
//! that reports nothing left has waited for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ctx::Gate;

use crate::identity::{admit, gate};

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

#[test]
fn a_task_of_a_runtime_that_stops() {
    let gate = gate();
    let live = Arc::new(AtomicUsize::new(usize::MAX));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    {
        let _in_runtime = runtime.enter();
        let captured = Captured { gate: gate.clone(), live: Arc::clone(&live) };
        admit(&gate, "acme").spawn(async move |_| drop(captured));
    }
    assert_eq!(gate.live(), 1);
    drop(runtime);
    assert_eq!((gate.live(), live.load(Ordering::SeqCst)), (0, 1));
}
