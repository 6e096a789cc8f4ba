//! Capturing what is logged under a test turn, on whatever thread.
//!
//! A span belongs to a test turn when it is the turn's own or follows from one that does: derived, detached and platform
//! contexts say so of their spans. An event belongs to the turn of the innermost such span that it is in.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing::span::{Attributes, Id, Record as LateFields};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::logs::{self, Record};

/// The logs of the test turns of one subscriber. Span ids are the subscriber's, so the logs are too.
#[derive(Default)]
struct Logs {
    turns: u64,
    records: HashMap<u64, Vec<Record>>,
    spans: HashMap<Id, u64>,
}

/// The logs of a subscriber, shared by its layer and its test turns.
#[derive(Clone, Default)]
pub(super) struct Captured(Arc<Mutex<Logs>>);

impl Captured {
    /// Those of the current subscriber. The first test turn of a process installs one as the global subscriber.
    #[track_caller]
    pub(super) fn current() -> Self {
        // A second test turn finds the subscriber of the first, a test with its own finds its own.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer()));
        let captured = tracing::dispatcher::get_default(|current| {
            current.downcast_ref::<Capture>().map(|capture| capture.captured.clone())
        });
        match captured {
            Some(captured) => captured,
            None => panic!(
                "the log of a test turn cannot be captured: this test has a subscriber of its own\n\
                 help: add `ctx::testing::layer()` to it"
            ),
        }
    }

    fn logs(&self) -> MutexGuard<'_, Logs> {
        // Only map operations run under the lock, so a poisoned one is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new turn, whose span is `span`.
    pub(super) fn begin(&self, span: Option<Id>) -> u64 {
        let mut logs = self.logs();
        logs.turns += 1;
        let number = logs.turns;
        logs.records.insert(number, Vec::new());
        logs.spans.extend(span.map(|span| (span, number)));
        number
    }

    pub(super) fn records(&self, number: u64) -> Vec<Record> {
        self.logs().records.get(&number).cloned().unwrap_or_default()
    }

    pub(super) fn end(&self, number: u64) {
        self.logs().records.remove(&number);
    }
}

/// The layer that captures the log of test turns, for a test that has a subscriber of its own.
#[must_use]
pub fn layer() -> Capture {
    // Only what it keeps of spans is used; its events go to the turns.
    Capture { spans: logs::Layer::new(|_| {}), captured: Captured::default() }
}

/// Captures the log of test turns. Made by [`layer`].
pub struct Capture {
    spans: logs::Layer,
    captured: Captured,
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
        let mut logs = self.captured.logs();
        if let Some(number) = logs.spans.get(follows).copied() {
            logs.spans.insert(id.clone(), number);
        }
    }

    fn on_close(&self, id: Id, _: Context<'_, S>) {
        // Ids are used again for later spans.
        self.captured.logs().spans.remove(&id);
    }

    fn on_event(&self, event: &Event<'_>, spans: Context<'_, S>) {
        let mut around = spans.event_scope(event).into_iter().flatten();
        let Some(number) = around.find_map(|span| self.captured.logs().spans.get(&span.id()).copied()) else { return };
        // Made without the lock: a value may log when it is written.
        let record = logs::record(event, &spans);
        if let Some(records) = self.captured.logs().records.get_mut(&number) {
            records.push(record);
        }
    }
}
