//! Where a job's work waits, and later what came of it: shared by the queue and the handle, whoever is faster.

use std::sync::PoisonError;
use std::task::{Poll, Waker};

use super::sync::{Mutex, MutexGuard};

pub(super) struct Slot<W, O> {
    state: Mutex<State<W, O>>,
}

struct State<W, O> {
    step: Step<W, O>,
    waker: Option<Waker>,
    awaited: bool,
}

enum Step<W, O> {
    Waits(W),
    Begun,
    Ended(O),
    Taken,
}

impl<W, O> Slot<W, O> {
    pub(super) fn new(work: W) -> Self {
        Self { state: Mutex::new(State { step: Step::Waits(work), waker: None, awaited: true }) }
    }

    fn lock(&self) -> MutexGuard<'_, State<W, O>> {
        // Nothing under this lock panics.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work, for the first who asks.
    pub(super) fn begin(&self) -> Option<W> {
        let mut state = self.lock();
        match std::mem::replace(&mut state.step, Step::Begun) {
            Step::Waits(work) => Some(work),
            other => {
                state.step = other;
                None
            }
        }
    }

    /// What came of the work that [`begin`](Self::begin) gave; back, when nobody waits for it any more.
    pub(super) fn end(&self, out: O) -> Option<O> {
        let mut state = self.lock();
        if !state.awaited {
            return Some(out);
        }
        state.step = Step::Ended(out);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
        None
    }

    /// Once only: what came of it is then the caller's.
    ///
    /// # Panics
    ///
    /// The second time.
    pub(super) fn poll(&self, waker: &Waker) -> Poll<O> {
        let mut state = self.lock();
        match std::mem::replace(&mut state.step, Step::Taken) {
            Step::Ended(out) => Poll::Ready(out),
            Step::Taken => {
                drop(state);
                panic!("polled after it had ended")
            }
            unready => {
                state.step = unready;
                if state.waker.as_ref().is_none_or(|other| !other.will_wake(waker)) {
                    let before = state.waker.replace(waker.clone());
                    drop(state);
                    drop(before);
                }
                Poll::Pending
            }
        }
    }

    pub(super) fn is_awaited(&self) -> bool {
        self.lock().awaited
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.lock().step, Step::Ended(_) | Step::Taken)
    }

    /// Nobody waits any more. Gives what has come of it, if it has.
    pub(super) fn let_go(&self) -> Option<O> {
        let mut state = self.lock();
        state.awaited = false;
        let waker = state.waker.take();
        let step = match &state.step {
            Step::Ended(_) => Some(std::mem::replace(&mut state.step, Step::Taken)),
            _ => None,
        };
        drop(state);
        drop(waker);
        match step {
            Some(Step::Ended(out)) => Some(out),
            _ => None,
        }
    }
}
