//! The span of a context: one flat span that holds every field once.
//!
//! A derived context does not hang its span below its parent's, it stands beside it with all fields anew. So no formatter
//! can print a field twice, nothing has to be recorded late, and the innermost value is the only one. That the two belong
//! together is kept with `follows_from`.
//!
//! Spans have level ERROR: a filter that drops debug output must not drop the tenant from what it keeps.

use std::fmt;
#[cfg(feature = "tracing")]
use std::mem::ManuallyDrop;

use crate::escaped;
#[cfg(feature = "tracing")]
use crate::{clock, root::Root};

/// What the derive of [`LogFields`](crate::LogFields) needs to build the span of a turn.
pub struct TurnSpan<'a> {
    pub(crate) kind: &'static str,
    pub(crate) tenant: Option<&'a dyn fmt::Display>,
    pub(crate) pin: Option<&'a dyn fmt::Display>,
    #[cfg(feature = "tracing")]
    pub(crate) parent: Option<tracing::Id>,
}

impl TurnSpan<'_> {
    /// What started the turn.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The label of the tenant, if there is one.
    pub fn tenant(&self) -> Option<String> {
        self.tenant.map(escaped::field)
    }

    /// The label of the pin, if there is one.
    pub fn pin(&self) -> Option<String> {
        self.pin.map(escaped::field)
    }

    /// The span in which the turn was admitted.
    #[cfg(feature = "tracing")]
    pub fn parent(&self) -> Option<tracing::Id> {
        self.parent.clone()
    }
}

/// The span of a context. Without the `tracing` feature it is nothing.
#[derive(Clone)]
pub struct Span {
    #[cfg(feature = "tracing")]
    inner: tracing::Span,
}

/// The target of what is logged about turns themselves.
#[cfg(feature = "tracing")]
const TARGET: &str = "ctx::turn";

/// The fields of every turn's span, which come before those of the application and which no code can have changed.
#[cfg(feature = "subscriber")]
pub(crate) const OWN_FIELDS: [&str; 3] = ["kind", "tenant", "pin"];

/// Whether a span is a turn's.
#[cfg(feature = "subscriber")]
pub(crate) fn is_of_a_turn(span: &tracing::Metadata<'_>) -> bool {
    span.name() == "turn" && span.fields().iter().map(|field| field.name()).take(3).eq(OWN_FIELDS)
}

#[cfg(feature = "tracing")]
impl Span {
    /// Wraps the span that `turn_span!` made.
    pub fn from_tracing(inner: tracing::Span) -> Self {
        Self { inner }
    }

    pub(crate) fn as_tracing(&self) -> &tracing::Span {
        &self.inner
    }

    /// Enters the span; the span that was current before is current again when this is dropped.
    ///
    /// A subscriber does not make a span current that is entered already, further out: then it stays the one in between, which
    /// may be another tenant's. In that case `anew` gives another span with the same fields to enter.
    #[inline]
    pub(crate) fn enter(&self, anew: impl FnOnce() -> Self) -> Entered<'_> {
        Entered(ManuallyDrop::new(if self.inner.is_disabled() { None } else { Some(self.enter_enabled(anew)) }))
    }

    // Not inlined, and neither is what undoes it: work without a subscriber, where every instruction shows, has only the test.
    #[inline(never)]
    fn enter_enabled(&self, anew: impl FnOnce() -> Self) -> Inside<'_> {
        let itself = self.inner.enter();
        let anew = if self.is_current() { None } else { Some(anew().inner.entered()) };
        Inside { _anew: anew, _itself: itself }
    }

    fn is_current(&self) -> bool {
        tracing::dispatcher::get_default(|subscriber| {
            let current = subscriber.current_span();
            // A subscriber that does not know is asked nothing more.
            !current.is_known() || current.id() == self.inner.id().as_ref()
        })
    }

    pub(crate) fn follows_from(&self, other: &Self) {
        self.inner.follows_from(&other.inner);
    }

    /// Logs the end of a turn, once, when nothing holds it any more: after the last byte of a response body, say.
    pub(crate) fn ended(&self, root: &Root) {
        // A formatter may look at the current span, which is somebody else's here.
        let _entered = self.inner.enter();
        tracing::debug!(
            target: TARGET,
            parent: &self.inner,
            ended = root.kind,
            elapsed_ms = clock::now().saturating_duration_since(root.started).as_millis() as u64,
            "ended"
        );
    }
}

/// A span that is entered for as long as this lives; `None` where nothing listens.
// What drops it is below: what the compiler adds would not be inlined.
#[cfg(feature = "tracing")]
#[must_use]
pub(crate) struct Entered<'s>(ManuallyDrop<Option<Inside<'s>>>);

#[cfg(feature = "tracing")]
struct Inside<'s> {
    // Left before the other: it was entered after it.
    _anew: Option<tracing::span::EnteredSpan>,
    _itself: tracing::span::Entered<'s>,
}

#[cfg(feature = "tracing")]
impl Drop for Entered<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.0.is_some() {
            leave(&mut self.0);
        }
    }
}

#[cfg(feature = "tracing")]
#[inline(never)]
fn leave(inside: &mut Option<Inside<'_>>) {
    *inside = None;
}

/// What entering a span gives, without spans.
#[cfg(not(feature = "tracing"))]
#[must_use]
pub(crate) struct Entered<'s>(std::marker::PhantomData<&'s ()>);

#[cfg(not(feature = "tracing"))]
impl Span {
    /// There is no span without the `tracing` feature.
    pub fn none() -> Self {
        Self {}
    }

    #[inline]
    pub(crate) fn enter(&self, _: impl FnOnce() -> Self) -> Entered<'_> {
        Entered(std::marker::PhantomData)
    }

    pub(crate) fn follows_from(&self, _: &Self) {}
}

/// Builds the span of a turn from its slots and the fields that the derive names.
#[cfg(feature = "tracing")]
#[doc(hidden)]
#[macro_export]
macro_rules! __turn_span {
    ($turn:expr $(, $name:literal = $value:expr)* $(,)?) => {
        $crate::for_macros::Span::from_tracing($crate::for_macros::tracing::span!(
            // Where the log fields are defined: so a filter for the application keeps the spans of its turns.
            target: ::core::module_path!(),
            parent: $turn.parent(),
            $crate::for_macros::tracing::Level::ERROR,
            "turn",
            "kind" = $turn.kind(),
            "tenant" = $turn.tenant(),
            "pin" = $turn.pin()
            $(, $name = $value)*
        ))
    };
}

/// Without the `tracing` feature no span is built and no value is looked at.
#[cfg(not(feature = "tracing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __turn_span {
    ($turn:expr $(, $name:literal = $value:expr)* $(,)?) => {{
        let _ = $turn;
        $crate::for_macros::Span::none()
    }};
}
