//! What was logged in this process, on whatever thread.
//!
//! Tests of one process run at the same time and share one subscriber. A test finds its own lines by a mark in their text:
//! a line that has lost its context is found as well, which a search by tenant would miss.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use ctx::logs::{Layer, Record};
use tracing_subscriber::layer::SubscriberExt;

static RECORDS: Mutex<Vec<(Record, ThreadId)>> = Mutex::new(Vec::new());

static INSTALLED: LazyLock<()> = LazyLock::new(|| {
    let layer = Layer::new(|record| records().push((record, thread::current().id())));
    let subscriber = tracing_subscriber::registry().with(layer);
    assert!(
        tracing::subscriber::set_global_default(subscriber).is_ok(),
        "another global subscriber is there, so that no line would be captured"
    );
});

fn records() -> MutexGuard<'static, Vec<(Record, ThreadId)>> {
    RECORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lines of one test.
#[derive(Clone, Debug)]
pub struct Lines {
    mark: String,
}

impl Lines {
    /// Captures from now on what [`text`](Self::text) marks.
    #[must_use]
    pub fn capture() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        LazyLock::force(&INSTALLED);
        Self { mark: format!("<{}>", LAST.fetch_add(1, Ordering::Relaxed)) }
    }

    /// A message of this test, to be logged.
    pub fn text(&self, message: impl fmt::Display) -> String {
        format!("{}{message}", self.mark)
    }

    /// The lines of this test, in the order in which they were logged. A panic's text counts as its message.
    #[must_use]
    pub fn all(&self) -> Vec<Line> {
        let records = records();
        let texts = records.iter().map(|(record, thread)| (text_of(record), record, *thread));
        texts
            .filter_map(|(text, record, thread)| {
                Some(Line::new(text.strip_prefix(&self.mark)?.to_owned(), record, thread))
            })
            .collect()
    }

    /// The lines with one message.
    #[must_use]
    pub fn with(&self, message: &str) -> Vec<Line> {
        self.all().into_iter().filter(|line| line.message == message).collect()
    }

    /// The one line with this message.
    ///
    /// # Panics
    ///
    /// When there is none, or more than one.
    #[track_caller]
    #[must_use]
    pub fn one(&self, message: &str) -> Line {
        let mut lines = self.with(message);
        assert_eq!(lines.len(), 1, "`{message}` among {:#?}", self.all());
        lines.remove(0)
    }

    /// Everything that was logged with this value of a field, marked or not.
    #[must_use]
    pub fn by_field(name: &str, value: impl fmt::Display) -> Vec<Line> {
        let value = value.to_string();
        let records = records();
        let found =
            records.iter().filter(|(record, _)| record.field(name).is_some_and(|found| found.to_string() == value));
        found.map(|(record, thread)| Line::new(text_of(record), record, *thread)).collect()
    }
}

fn text_of(record: &Record) -> String {
    match record.field("panic") {
        Some(panic) => panic.to_string(),
        None => record.message().to_owned(),
    }
}

/// One line that was logged.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its message, without the test's mark.
    pub message: String,
    /// Its target.
    pub target: String,
    /// The thread that logged it.
    pub thread: ThreadId,
    fields: BTreeMap<&'static str, String>,
}

impl Line {
    fn new(message: String, record: &Record, thread: ThreadId) -> Self {
        let fields = record.fields().map(|(name, value)| (name, value.to_string())).collect();
        Self { message, target: record.target().to_owned(), thread, fields }
    }

    /// The value of a field.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    /// The tenant, if it has one.
    #[must_use]
    pub fn tenant(&self) -> Option<&str> {
        self.field("tenant")
    }

    /// All fields by name.
    #[must_use]
    pub fn fields(&self) -> &BTreeMap<&'static str, String> {
        &self.fields
    }
}
