//! Leaks as a subscriber sees them: spans that nobody leaves, or closes.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tracing::Subscriber;
use tracing::span::{Attributes, Id};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

#[derive(Debug, Default)]
pub(crate) struct Spans {
    pub(crate) open: AtomicI64,
    pub(crate) entered: AtomicI64,
}

/// Counts them.
pub(crate) struct Balance(pub(crate) Arc<Spans>);

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Balance {
    fn on_new_span(&self, _: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        self.0.open.fetch_add(1, Ordering::Relaxed);
    }

    fn on_enter(&self, _: &Id, _: Context<'_, S>) {
        self.0.entered.fetch_add(1, Ordering::Relaxed);
    }

    fn on_exit(&self, _: &Id, _: Context<'_, S>) {
        self.0.entered.fetch_sub(1, Ordering::Relaxed);
    }

    fn on_close(&self, _: Id, _: Context<'_, S>) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}
