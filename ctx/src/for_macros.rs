//! What generated code names. Not part of the public API: it may change in any release.

use std::fmt;

pub use crate::__turn_span as turn_span;
pub use crate::escaped::Escaped;
#[cfg(feature = "tracing")]
pub use crate::spans::TARGET;
pub use crate::spans::{Span, TurnSpan};
#[cfg(feature = "tracing")]
pub use tracing;

/// Shown instead of a value that is marked `#[log(redact)]`.
pub const REDACTED: &str = "[redacted]";

/// The value of a log field, written with `Display`.
pub fn display<V: fmt::Display + ?Sized>(value: &V) -> String {
    crate::escaped::field(&value)
}

/// The value of a log field, written with `Debug`.
pub fn debug<V: fmt::Debug + ?Sized>(value: &V) -> String {
    crate::escaped::field(&format_args!("{value:?}"))
}

/// The message of an event.
#[cfg(feature = "tracing")]
pub fn message(arguments: fmt::Arguments<'_>) -> impl tracing::Value + use<'_> {
    tracing::field::display(Escaped(arguments))
}

/// A `?value` of an event.
#[cfg(feature = "tracing")]
pub fn event_debug<V: fmt::Debug + ?Sized>(value: &V) -> impl tracing::Value + use<'_, V> {
    tracing::field::debug(Escaped(value))
}

/// A `%value` of an event. A string for the formatter, so that it is quoted where spaces could fake further fields.
#[cfg(feature = "tracing")]
pub fn event_display<V: fmt::Display + ?Sized>(value: &V) -> String {
    Escaped(value).to_string()
}
