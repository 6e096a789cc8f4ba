//! A layer for `tracing-subscriber` that writes each record on one line, with every field of its context once.
//!
//! The `fmt` layers of `tracing-subscriber` work with a context too. This one is for who wants the same line whatever was
//! configured: tenant, pin and fields stand at the top level of the record; of two spans with the same field the inner one
//! counts; a value that is recorded late replaces the one before; no value can start a second line.
//!
//! # Example
//!
//! ```
//! use tracing_subscriber::layer::SubscriberExt;
//!
//! let subscriber = tracing_subscriber::registry().with(ctx::logs::json(std::io::stderr()));
//! tracing::subscriber::with_default(subscriber, || {
//!     tracing::info!(rows = 3, "loaded");
//! });
//! ```

mod collect;
mod format;
mod record;

use std::io;
use std::sync::{Mutex, PoisonError};

pub use collect::Layer;
#[cfg(feature = "testing")]
pub(crate) use collect::record;
pub use record::{Record, Value};

/// A layer that writes one JSON object per record: `timestamp`, `level`, `target`, `message`, then the fields.
///
/// Each line is handed to the writer in one call. A line that cannot be written is lost: a log must not take the service
/// down.
pub fn json<W: io::Write + Send + 'static>(writer: W) -> Layer {
    written(writer, format::json)
}

/// A layer that writes one line of text per record: timestamp, level, target, message, then the fields as `name=value`.
///
/// Each line is handed to the writer in one call. A line that cannot be written is lost: a log must not take the service
/// down.
pub fn text<W: io::Write + Send + 'static>(writer: W) -> Layer {
    written(writer, format::text)
}

fn written<W: io::Write + Send + 'static>(writer: W, format: fn(&Record) -> String) -> Layer {
    let writer = Mutex::new(writer);
    Layer::new(move |record| {
        let line = format(&record);
        let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writer.write_all(line.as_bytes()).and_then(|()| writer.flush());
    })
}
