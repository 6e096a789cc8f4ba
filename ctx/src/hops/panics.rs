//! Which panics were reported, so that each is reported once.
//!
//! Hops nest (a bound closure may run inside a task), and one panic then passes several of them: the first to catch it
//! reports it, and the others have to know. Nothing can be written on the payload, which goes on to the handle as it is,
//! so it is recognised by its address. An address is good only while the payload is alive: hence the number of the report,
//! which has to be later than the catching hop's own begin, and the message, in case one payload was dropped in between
//! and another got its place.

use std::collections::VecDeque;
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

/// Whether the panic with the payload at this address has to be reported, which it then counts as. Always, when there is no
/// address: rather twice than not at all.
pub(super) fn is_new(payload: Option<usize>, message: &str, reported_before: u64) -> bool {
    // Nothing in here panics, so a poisoned list is still whole.
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let mut later = last.iter().rev().take_while(|report| report.number > reported_before);
    if later.any(|report| payload.is_some() && report.payload == payload && report.message == message) {
        return false;
    }
    let number = REPORTS.fetch_add(1, Ordering::AcqRel) + 1;
    if last.len() == REMEMBERED {
        last.pop_front();
    }
    last.push_back(Report { number, payload, message: message.to_owned() });
    true
}
