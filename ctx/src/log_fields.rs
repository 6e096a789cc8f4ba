//! The log-field slot: what every line of a turn shows beside tenant and pin.

use std::fmt;

use crate::for_macros::{self, TurnSpan};

/// The log fields of a turn. Derive it; the names are known at compile time.
///
/// A context shows each field once, with the value of the innermost context: a derived context has a span of its own that
/// stands beside its parent's, not below it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared to be the log fields of a context",
    note = "write `#[derive(Clone, ctx::LogFields)]` on it, or use `()` for no fields"
)]
pub trait LogFields: Clone + Send + Sync + 'static {
    /// The names, in the order in which they are declared.
    const NAMES: &'static [&'static str];

    /// Calls `visit` with the name and value of each field that has a value.
    fn visit(&self, visit: &mut dyn FnMut(&'static str, &dyn fmt::Display));

    /// The span of a turn with these fields. Written by the derive, because only a macro can give a span static names.
    #[doc(hidden)]
    fn span(&self, turn: &TurnSpan<'_>) -> for_macros::Span;
}

impl LogFields for () {
    const NAMES: &'static [&'static str] = &[];

    fn visit(&self, _: &mut dyn FnMut(&'static str, &dyn fmt::Display)) {}

    fn span(&self, turn: &TurnSpan<'_>) -> for_macros::Span {
        for_macros::turn_span!(turn)
    }
}
