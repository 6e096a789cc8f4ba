//! The span of a context: one flat span that holds every field once.
//!
//! A derived context does not hang its span below its parent's, it stands beside it with all fields anew. So no formatter
//! can print a field twice, nothing has to be recorded late, and the innermost value is the only one. That the two belong
//! together is kept with `follows_from`.
//!
//! Spans have level ERROR: a filter that drops debug output must not drop the tenant from what it keeps.

use std::fmt;

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

impl Span {
    /// Runs `f` inside the span; the span that was current before is current again afterwards, also after a panic.
    #[inline]
    pub(crate) fn within<O>(&self, f: impl FnOnce() -> O) -> O {
        let _entered = self.enter();
        f()
    }
}

/// The target of every turn's span.
#[cfg(feature = "tracing")]
pub const TARGET: &str = "ctx::turn";

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
    #[inline]
    pub(crate) fn enter(&self) -> tracing::span::Entered<'_> {
        self.inner.enter()
    }

    /// `work` inside the span at every poll, and when it is dropped.
    pub(crate) fn within_async<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        tracing::Instrument::instrument(work, self.inner.clone())
    }

    pub(crate) fn follows_from(&self, other: &Self) {
        self.inner.follows_from(&other.inner);
    }

    /// Logs the end of a turn, once, when nothing holds it any more: after the last byte of a response body, say.
    pub(crate) fn ended(&self, root: &Root) {
        // A formatter may look at the current span, which is somebody else's here.
        let _entered = self.enter();
        tracing::debug!(
            target: TARGET,
            parent: &self.inner,
            ended = root.kind,
            elapsed_ms = clock::now().saturating_duration_since(root.started).as_millis() as u64,
            "ended"
        );
    }
}

/// What entering a span gives, without spans.
#[cfg(not(feature = "tracing"))]
#[must_use]
pub(crate) struct Entered;

#[cfg(not(feature = "tracing"))]
impl Span {
    /// There is no span without the `tracing` feature.
    pub fn none() -> Self {
        Self {}
    }

    #[inline]
    pub(crate) fn enter(&self) -> Entered {
        Entered
    }

    pub(crate) fn within_async<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        work
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
            target: $crate::for_macros::TARGET,
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
