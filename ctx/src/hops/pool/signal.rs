//! Waiting for a future on a thread, for callers that are not async.

use std::pin::pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Instant;

use super::sync::{Condvar, Mutex};

/// Not the parking of the thread: code that the caller has left parked tokens for would miss them.
struct Signal {
    woken: Mutex<bool>,
    changed: Condvar,
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }
}

/// Blocks until the future is ready.
pub(super) fn block_on<F: Future>(future: F) -> F::Output {
    match block_on_until(future, None) {
        Some(out) => out,
        None => unreachable!("without an end it waits on"),
    }
}

/// Blocks until the future is ready; `None` when that is not so before `end`.
pub(super) fn block_on_until<F: Future>(future: F, end: Option<Instant>) -> Option<F::Output> {
    let mut future = pin!(future);
    // What is ready costs no signal.
    if let Poll::Ready(out) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        return Some(out);
    }
    let signal = Arc::new(Signal { woken: Mutex::new(false), changed: Condvar::new() });
    let waker = Waker::from(Arc::clone(&signal));
    loop {
        if let Poll::Ready(out) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(out);
        }
        let mut woken = signal.woken.lock().unwrap_or_else(PoisonError::into_inner);
        while !std::mem::take(&mut *woken) {
            woken = match end {
                None => signal.changed.wait(woken).unwrap_or_else(PoisonError::into_inner),
                Some(end) => {
                    let left = end.checked_duration_since(Instant::now())?;
                    signal.changed.wait_timeout(woken, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}
