//! Capturing what is logged under a test turn, on whatever thread.
//!
//! A span belongs to a test turn when it is the turn's own or follows from one that does: derived, detached and platform
//! contexts say so of their spans. An event belongs to the turn of the innermost such span that it is in.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tracing::span::{Attributes, Id, Record as LateFields};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::logs::{self, Record};

/// The logs of all test turns that are alive in this process.
#[derive(Default)]
struct Captured {
    turns: u64,
    records: HashMap<u64, Vec<Record>>,
    spans: HashMap<Id, u64>,
}

static CAPTURED: LazyLock<Mutex<Captured>> = LazyLock::new(Mutex::default);

fn captured() -> MutexGuard<'static, Captured> {
    // Only map operations run under the lock, so a poisoned one is still whole.
    CAPTURED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs, once in a process, a subscriber that captures; checks that the one which is there does.
#[track_caller]
pub(super) fn ensure() {
    // A second test turn finds the subscriber of the first, a test with its own finds its own.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer()));
    assert!(
        tracing::dispatcher::get_default(|current| current.is::<Capture>()),
        "the log of a test turn cannot be captured: this test has a subscriber of its own\n\
         help: add `ctx::testing::layer()` to it"
    );
}

/// A new turn, whose span is `span`.
pub(super) fn begin(span: Option<Id>) -> u64 {
    let mut captured = captured();
    captured.turns += 1;
    let number = captured.turns;
    captured.records.insert(number, Vec::new());
    captured.spans.extend(span.map(|span| (span, number)));
    number
}

pub(super) fn records(number: u64) -> Vec<Record> {
    captured().records.get(&number).cloned().unwrap_or_default()
}

pub(super) fn end(number: u64) {
    captured().records.remove(&number);
}

/// The layer that captures the log of test turns, for a test that has a subscriber of its own.
#[must_use]
pub fn layer() -> Capture {
    // Only what it keeps of spans is used; its events go to the turns below.
    Capture { spans: logs::Layer::new(|_| {}) }
}

/// Captures the log of test turns. Made by [`layer`].
pub struct Capture {
    spans: logs::Layer,
}

impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Capture(..)")
    }
}

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Capture {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, spans: Context<'_, S>) {
        self.spans.on_new_span(attributes, id, spans);
    }

    fn on_record(&self, id: &Id, late: &LateFields<'_>, spans: Context<'_, S>) {
        self.spans.on_record(id, late, spans);
    }

    fn on_follows_from(&self, id: &Id, follows: &Id, _: Context<'_, S>) {
        let mut captured = captured();
        if let Some(number) = captured.spans.get(follows).copied() {
            captured.spans.insert(id.clone(), number);
        }
    }

    fn on_close(&self, id: Id, _: Context<'_, S>) {
        // Ids are used again for later spans.
        captured().spans.remove(&id);
    }

    fn on_event(&self, event: &Event<'_>, spans: Context<'_, S>) {
        let mut around = spans.event_scope(event).into_iter().flatten();
        let Some(number) = around.find_map(|span| captured().spans.get(&span.id()).copied()) else { return };
        // Made without the lock: a value may log when it is written.
        let record = logs::record(event, &spans);
        if let Some(records) = captured().records.get_mut(&number) {
            records.push(record);
        }
    }
}
