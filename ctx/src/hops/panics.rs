//! Which panics were reported, so that each is reported once.
//!
//! Hops nest (a bound closure may run inside a task), and one panic then passes several of them: the first to catch it
//! reports it, and the others have to know. Nothing can be written on the payload, which goes on to the handle as it is,
//! so it is recognised by its address. An address is good only while the payload is alive: hence the number of the report,
//! which has to be later than the catching hop's own begin, and the message, in case one payload was dropped in between
//! and another got its place.

use std::any::Any;
use std::collections::VecDeque;
#[cfg(feature = "tokio")]
use std::panic::resume_unwind;
#[cfg(any(feature = "pool", feature = "rayon"))]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many panics were reported: every poll of every hop looks at it, and needs one load for that.
static REPORTS: AtomicU64 = AtomicU64::new(0);

/// The last ones. Of the process, as hops of turns of several gates may nest.
static LAST: Mutex<VecDeque<Report>> = Mutex::new(VecDeque::new());

/// How many panics may be on their way through nested hops at once before one of them is reported twice.
const REMEMBERED: usize = 64;

struct Report {
    number: u64,
    payload: Option<usize>,
    message: String,
}

/// Where the reports stand; to be taken before work begins, and given to [`is_new`] when it panicked.
#[inline]
pub(super) fn reported_until_now() -> u64 {
    REPORTS.load(Ordering::Acquire)
}

/// Raises the panic of a task again in the task that waited for it. It was reported by the first, so not by the second.
#[cfg(feature = "tokio")]
pub(super) fn raise_again(payload: Box<dyn Any + Send>) -> ! {
    let (address, message) = (address(&*payload), message(&*payload).to_owned());
    remember(&mut LAST.lock().unwrap_or_else(PoisonError::into_inner), address, message);
    resume_unwind(payload)
}

/// A payload without a size has no address of its own.
pub(super) fn address(payload: &(dyn Any + Send)) -> Option<usize> {
    (size_of_val(payload) > 0).then(|| std::ptr::from_ref(payload).addr())
}

pub(super) fn message(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "(the panic has no message)"
    }
}

fn remember(last: &mut VecDeque<Report>, payload: Option<usize>, message: String) {
    let number = REPORTS.fetch_add(1, Ordering::AcqRel) + 1;
    if last.len() == REMEMBERED {
        last.pop_front();
    }
    last.push_back(Report { number, payload, message });
}

/// Whether the panic with the payload at this address has to be reported, which it then counts as. Always, when there is no
/// address: rather twice than not at all.
pub(super) fn is_new(payload: Option<usize>, message: &str, reported_before: u64) -> bool {
    // Nothing in here panics, so a poisoned list is still whole.
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let mut later = last.iter().rev().take_while(|report| report.number > reported_before);
    if later.any(|report| payload.is_some() && report.payload == payload && report.message == message) {
        return false;
    }
    remember(&mut last, payload, message.to_owned());
    true
}

/// Calls what is the application's and may panic where nobody could be told: the panic has gone through the panic hook, and must
/// not take the thread, or whoever shut down a pool, along.
#[cfg(any(feature = "pool", feature = "rayon"))]
pub(super) fn quietly(work: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(work)) {
        // It may panic when it is dropped as well; then it is not.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
    }
}
