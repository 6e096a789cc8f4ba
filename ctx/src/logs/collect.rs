//! The layer: keeps the fields of spans, and gives each event to a sink as one record.

use std::fmt;
use std::time::SystemTime;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record as LateFields};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::record::{Fields, Record, Value};
use crate::spans::is_of_a_turn;

/// A layer that makes each event a [`Record`]. Made by [`json`](super::json) and [`text`](super::text), or with a sink of
/// your own.
pub struct Layer {
    sink: Box<dyn Fn(Record) + Send + Sync>,
}

impl Layer {
    /// A layer that gives each record to `sink`, on the thread that logged it.
    pub fn new(sink: impl Fn(Record) + Send + Sync + 'static) -> Self {
        Self { sink: Box::new(sink) }
    }
}

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layer(..)")
    }
}

impl<S: Subscriber + for<'s> LookupSpan<'s>> tracing_subscriber::Layer<S> for Layer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, spans: Context<'_, S>) {
        keep(&spans, id, |collect| attributes.record(collect));
    }

    fn on_record(&self, id: &Id, late: &LateFields<'_>, spans: Context<'_, S>) {
        if spans.metadata(id).is_some_and(is_of_a_turn) {
            // The fields of a turn are known when it is admitted. What comes later is a mistake, or a forgery.
            return;
        }
        keep(&spans, id, |collect| late.record(collect));
    }

    fn on_event(&self, event: &Event<'_>, spans: Context<'_, S>) {
        (self.sink)(record(event, &spans));
    }
}

/// Sets fields of a span. Two of these layers share what they keep: both set the same values, so the second changes nothing.
fn keep<S: Subscriber + for<'s> LookupSpan<'s>>(
    spans: &Context<'_, S>,
    id: &Id,
    record: impl FnOnce(&mut Collect<'_>),
) {
    // Written before the span is locked: a value may log when it is written.
    let mut written = Fields::default();
    record(&mut Collect(&mut written));
    let Some(span) = spans.span(id) else { return };
    let mut extensions = span.extensions_mut();
    match extensions.get_mut::<Fields>() {
        Some(fields) => fields.set_all(written, false),
        None => extensions.insert(written),
    }
}

pub(crate) fn record<S: Subscriber + for<'s> LookupSpan<'s>>(event: &Event<'_>, spans: &Context<'_, S>) -> Record {
    let mut fields = Fields::default();
    // A turn may be admitted inside another one. It shows all its own fields, and none of the other's.
    let mut before_turn: Option<Fields> = None;
    for span in spans.event_scope(event).into_iter().flat_map(|scope| scope.from_root()) {
        let is_of_a_turn = is_of_a_turn(span.metadata());
        if is_of_a_turn {
            fields.clone_from(before_turn.get_or_insert_with(|| fields.clone()));
        }
        if let Some(outer) = span.extensions().get::<Fields>() {
            fields.set_all(outer.clone(), before_turn.is_some() && !is_of_a_turn);
        }
    }
    let mut own = Fields::default();
    event.record(&mut Collect(&mut own));
    let message = own.take("message").map(|message| message.to_string()).unwrap_or_default();
    fields.set_all(own, before_turn.is_some());
    let metadata = event.metadata();
    Record { time: SystemTime::now(), level: *metadata.level(), target: metadata.target().to_owned(), message, fields }
}

struct Collect<'a>(&'a mut Fields);

impl Visit for Collect<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.set(field.name(), Value::Text(value.to_owned()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.set(field.name(), Value::Signed(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.set(field.name(), Value::Unsigned(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.0.set(field.name(), Value::Float(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.set(field.name(), Value::Bool(value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.set(field.name(), Value::Text(format!("{value:?}")));
    }
}
