//! What generated code names. Not part of the public API: it may change in any release.

use std::fmt;

pub use crate::__turn_span as turn_span;
pub use crate::escaped::Escaped;
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

/// A span that is entered for as long as this lives.
#[cfg(feature = "tracing")]
pub struct EnteredSpan<'s> {
    span: &'s tracing::Span,
    _entered: tracing::span::Entered<'s>,
}

/// For the parent of an event: a formatter may look at the event's own parent, or at the span that is current. As a part of the
/// macro's `parent: ..` it is entered while the event is handed out, and not while its values are computed.
#[cfg(feature = "tracing")]
pub fn entered(span: &tracing::Span) -> EnteredSpan<'_> {
    EnteredSpan { span, _entered: span.enter() }
}

#[cfg(feature = "tracing")]
impl EnteredSpan<'_> {
    /// The parent.
    pub fn id(&self) -> Option<tracing::Id> {
        self.span.id()
    }
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
