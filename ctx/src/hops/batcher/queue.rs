//! The queue, and what goes into it.

use std::fmt;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::builder::BatcherBuilder;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::stamped::Stamped;
use crate::tenant::Tenant;

/// A bounded queue whose values are handled in batches: each of one tenant and one pin, whatever came in between. A clone is the same
/// queue.
///
/// The task that collects has no context: it is no one's, and keeps no shutdown waiting. What is queued does, because its
/// turns live until it has been handled: when the process begins to shut down nothing is collected any longer than it takes,
/// and [`Gate::drain`](crate::Gate::drain) waits for the last batch. The task ends when the last `Batcher` is dropped and the queue
/// is empty.
///
/// # Example
///
/// ```
/// # use std::time::Duration;
/// # use tokio::sync::mpsc;
/// # #[derive(Clone, PartialEq, Eq, Hash)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// type Batcher<V> = ctx::Batcher<V, TenantId>;
///
/// let gate = ctx::Gate::new();
/// let platform = gate.platform("service", ())?;
/// let (written, mut rows) = mpsc::unbounded_channel();
/// let audit = Batcher::<&str>::builder("audit")
///     .max_size(64)
///     .collect_for(Duration::from_millis(20))
///     .start(&platform, async move |ctx, events| {
///         let _ = written.send(format!("{}: {}", ctx.tenant(), events.join(", ")));
///     });
///
/// let (acme, globex) = (gate.admit(TenantId("acme"), (), ())?, gate.admit(TenantId("globex"), (), ())?);
/// audit.send(&acme, "asked").await?;
/// audit.send(&globex, "asked").await?;
/// audit.send(&acme, "answered").await?;
/// audit.flush().await;
/// # let (one, two) = (rows.recv().await.unwrap(), rows.recv().await.unwrap());
/// # let mut rows = [one, two]; rows.sort();
/// assert_eq!(rows, ["acme: asked, answered", "globex: asked"]);
/// # Ok(()) }
/// ```
pub struct Batcher<V, T, P = (), L = ()> {
    pub(super) queue: mpsc::Sender<Queued<V, T, P, L>>,
}

pub(super) enum Queued<V, T, P, L> {
    Message(Stamped<V, T, P, L>),
    /// To be told when all before it has been handled.
    Flush(oneshot::Sender<()>),
}

impl<V, T: Tenant, P: Pin, L: LogFields> Batcher<V, T, P, L> {
    /// A batcher about to be started. `kind` names its batches in logs and reports.
    pub fn builder(kind: &'static str) -> BatcherBuilder<V, T, P, L> {
        BatcherBuilder::new(kind)
    }

    /// Queues a value under `ctx`, and waits while the queue is full.
    ///
    /// # Errors
    ///
    /// The value comes back when the task that collects is gone, with its runtime.
    #[track_caller]
    pub fn send<'b>(
        &'b self,
        ctx: &Ctx<T, P, L>,
        value: V,
    ) -> impl Future<Output = Result<(), NotQueued<V>>> + use<'b, V, T, P, L> {
        let message = Queued::Message(ctx.stamp(value));
        async move { self.queue.send(message).await.map_err(|error| NotQueued::of(error.0, false)) }
    }

    /// Queues a value under `ctx`, if there is room.
    ///
    /// # Errors
    ///
    /// The value comes back when the queue is full, and as from [`send`](Self::send).
    #[track_caller]
    pub fn try_send(&self, ctx: &Ctx<T, P, L>, value: V) -> Result<(), NotQueued<V>> {
        self.queue.try_send(Queued::Message(ctx.stamp(value))).map_err(|error| match error {
            TrySendError::Full(message) => NotQueued::of(message, true),
            TrySendError::Closed(message) => NotQueued::of(message, false),
        })
    }

    /// Has what is queued handled now, and waits for it. At once when the task that collects is gone.
    pub async fn flush(&self) {
        let (sender, flushed) = oneshot::channel();
        // Both fail only when there is nobody who could handle anything.
        if self.queue.send(Queued::Flush(sender)).await.is_ok() {
            let _ = flushed.await;
        }
    }
}

impl<V, T, P, L> Clone for Batcher<V, T, P, L> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone() }
    }
}

impl<V, T, P, L> fmt::Debug for Batcher<V, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batcher").field("room", &self.queue.capacity()).finish()
    }
}

/// A value that was not queued.
#[derive(Clone, PartialEq, Eq)]
pub struct NotQueued<V> {
    value: V,
    full: bool,
}

impl<V> NotQueued<V> {
    fn of<T, P, L>(message: Queued<V, T, P, L>, full: bool) -> Self {
        match message {
            Queued::Message(message) => Self { value: message.into_parts().0, full },
            Queued::Flush(_) => unreachable!("only a message is given back"),
        }
    }

    /// The queue was full; else the task that collects is gone.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.full
    }

    /// The value.
    pub fn into_value(self) -> V {
        self.value
    }
}

/// Does not show the value.
impl<V> fmt::Debug for NotQueued<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NotQueued").field("full", &self.full).finish_non_exhaustive()
    }
}

impl<V> fmt::Display for NotQueued<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.full { "the queue of the batcher is full" } else { "the task of the batcher is gone" })
    }
}

impl<V> std::error::Error for NotQueued<V> {}
