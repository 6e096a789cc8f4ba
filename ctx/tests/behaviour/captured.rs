//! What a subscriber is told, kept as text. Without `tracing-subscriber`, so that nothing but the crate is tested.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// One event, or one span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    pub(crate) name: &'static str,
    pub(crate) level: tracing::Level,
    pub(crate) target: String,
    /// Name and value, in the order in which they were told.
    pub(crate) fields: Vec<(&'static str, String)>,
    /// The span it names as its parent.
    pub(crate) parent: Option<Id>,
}

impl Told {
    fn new(metadata: &Metadata<'_>, parent: Option<Id>) -> Self {
        Self {
            name: metadata.name(),
            level: *metadata.level(),
            target: metadata.target().to_owned(),
            fields: Vec::new(),
            parent,
        }
    }

    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// In the order of their names: `tracing` puts the message first or last.
    pub(crate) fn by_name(&self) -> BTreeMap<&'static str, String> {
        self.fields.iter().cloned().collect()
    }
}

impl Visit for Told {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.push((field.name(), value.to_owned()));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.fields.push((field.name(), format!("{value:?}")));
    }
}

/// All that was told while a closure ran on this thread.
#[derive(Clone, Default)]
pub(crate) struct Captured {
    pub(crate) spans: Vec<Told>,
    pub(crate) events: Vec<Told>,
}

pub(crate) fn captured(work: impl FnOnce()) -> Captured {
    let listener = Listener { last: AtomicU64::new(0), heard: Arc::default() };
    let heard = Arc::clone(&listener.heard);
    tracing::subscriber::with_default(listener, work);
    heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

struct Listener {
    last: AtomicU64,
    heard: Arc<Mutex<Captured>>,
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::TRACE
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut told = Told::new(attributes.metadata(), attributes.parent().cloned());
        attributes.record(&mut told);
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).spans.push(told);
        Id::from_u64(self.last.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn event(&self, event: &Event<'_>) {
        let mut told = Told::new(event.metadata(), event.parent().cloned());
        event.record(&mut told);
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).events.push(told);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
