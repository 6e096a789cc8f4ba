//! One event, one line: the ambient context, the fields of the spans around it, its own fields.

use std::fmt;
use std::io::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::context;

pub(super) struct JsonLayer;

impl<S> Layer<S> for JsonLayer
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, spans: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        if let Some(span) = spans.span(id) {
            span.extensions_mut().insert(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, spans: Context<'_, S>) {
        let mut line = from_ambient();
        // From the outermost span inwards, so that the nearest one has the last word.
        for span in spans.event_scope(event).into_iter().flat_map(|scope| scope.from_root()) {
            if let Some(fields) = span.extensions().get::<Fields>() {
                line.0.extend(fields.0.clone());
            }
        }
        event.record(&mut line);
        let metadata = event.metadata();
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        line.0.insert("time_ms".into(), Value::from(since_epoch.as_millis() as u64));
        line.0.insert("level".into(), metadata.level().as_str().into());
        line.0.insert("target".into(), metadata.target().into());
        let line = format!("{}\n", Value::Object(line.0));
        // One write per line, so that lines of several threads do not mix. A closed standard error is no reason to stop.
        let _ = io::stderr().lock().write_all(line.as_bytes());
    }
}

fn from_ambient() -> Fields {
    let mut line = Fields::default();
    let pin = context::pin();
    line.0.insert("tenant".into(), context::tenant().as_str().into());
    line.0.insert("request_id".into(), context::log_fields().request_id.into());
    line.0.insert("agent_version".into(), pin.agent_version.into());
    if let Some(session) = pin.session {
        line.0.insert("session".into(), session.into());
    }
    line
}

/// The fields of a span or an event. Those of a span are kept in its extensions.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn insert(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.insert(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.insert(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.insert(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.insert(field, format!("{value:?}"));
    }
}
