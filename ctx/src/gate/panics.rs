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

/// Reports of this process. One for all gates, because every poll of every hop looks at it: one load, wherever its gate is.
static REPORTS: AtomicU64 = AtomicU64::new(0);

/// How many panics may be on their way through nested hops at once before one of them is reported twice.
const REMEMBERED: usize = 64;

/// The panics of a gate's turns that were reported last.
pub(crate) struct Panics(Mutex<VecDeque<Report>>);

struct Report {
    number: u64,
    payload: Option<usize>,
    message: String,
}

impl Panics {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(VecDeque::new()))
    }

    /// Where the reports stand; to be taken before work begins, and given to [`is_new`](Self::is_new) when it panicked.
    #[inline]
    pub(crate) fn reported_until_now() -> u64 {
        REPORTS.load(Ordering::Acquire)
    }

    /// Whether the panic with the payload at this address has to be reported, which it then counts as. Always, when there
    /// is no address: rather twice than not at all.
    pub(crate) fn is_new(&self, payload: Option<usize>, message: &str, reported_before: u64) -> bool {
        // Nothing in here panics, so a poisoned list is still whole.
        let mut reports = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut later = reports.iter().rev().take_while(|report| report.number > reported_before);
        if later.any(|report| payload.is_some() && report.payload == payload && report.message == message) {
            return false;
        }
        let number = REPORTS.fetch_add(1, Ordering::AcqRel) + 1;
        if reports.len() == REMEMBERED {
            reports.pop_front();
        }
        reports.push_back(Report { number, payload, message: message.to_owned() });
        true
    }
}
