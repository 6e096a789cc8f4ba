//! How a batcher is to collect, and its start.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::panic::Location;
use std::time::Duration;

use tokio::sync::mpsc;

use super::collector::Collector;
use super::queue::Batcher;
use crate::context::Ctx;
use crate::hops::task_fn::EachFn;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::stamped::Stamped;
use crate::tenant::{Tenant, TenantSlot};

/// A batcher about to be started. Made by [`Batcher::builder`].
#[must_use = "nothing is handled until `start` is called"]
pub struct BatcherBuilder<V, T, P = (), L = ()> {
    kind: &'static str,
    max_size: usize,
    collect_for: Duration,
    capacity: usize,
    of: PhantomData<Stamped<V, T, P, L>>,
}

impl<V, T, P, L> BatcherBuilder<V, T, P, L> {
    pub(super) fn new(kind: &'static str) -> Self {
        let of = PhantomData;
        Self { kind, max_size: 64, collect_for: Duration::from_millis(10), capacity: 1024, of }
    }

    /// So many values are handled at once at most, of all tenants together; 64 unless said.
    ///
    /// # Panics
    ///
    /// When it is zero.
    #[track_caller]
    pub fn max_size(self, max_size: usize) -> Self {
        assert!(max_size > 0, "a batch has at least one value");
        Self { max_size, ..self }
    }

    /// How long values are collected, from the first one on; 10 ms unless said. With zero, a batch is what was queued while the
    /// last one was handled.
    pub fn collect_for(self, collect_for: Duration) -> Self {
        Self { collect_for, ..self }
    }

    /// How many values may be queued besides those that are being handled; 1024 unless said.
    ///
    /// # Panics
    ///
    /// When it is zero.
    #[track_caller]
    pub fn capacity(self, capacity: usize) -> Self {
        assert!(capacity > 0, "a queue has room for at least one value");
        Self { capacity, ..self }
    }
}

impl<V, T, P, L> BatcherBuilder<V, T, P, L>
where
    V: Send + 'static,
    T: Tenant + Eq + Hash,
    P: Pin + PartialEq,
    L: LogFields,
{
    /// Starts it. `ctx` says whose shutdown it answers to, and is not kept.
    ///
    /// Each batch runs a clone of `work`, in a task of its own, under the context of a [`Batch`](crate::Batch). Batches that were collected
    /// together run at the same time; the next are collected when all have ended, so the values of a tenant and a pin are handled
    /// in their order. `work` must not [`flush`](Batcher::flush) its own batcher, nor wait in [`send`](Batcher::send) for room in
    /// it: both wait for `work`. A panic is reported and loses its batch alone. What outlasts the grace of a shutdown is dropped where it
    /// waits.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with time enabled: at the caller's line without a runtime.
    #[track_caller]
    #[expect(clippy::disallowed_methods, reason = "the task has no context; each batch brings its own")]
    pub fn start<T0, P0, L0, F>(self, ctx: &Ctx<T0, P0, L0>, work: F) -> Batcher<V, T, P, L>
    where
        T0: TenantSlot,
        P0: Pin,
        L0: LogFields,
        F: AsyncFnOnce(&Ctx<T, P>, Vec<V>) + for<'a> EachFn<'a, Ctx<T, P>, Vec<V>, ()> + Clone + Send + 'static,
    {
        let (sender, queue) = mpsc::channel(self.capacity);
        let collector = Collector {
            queue,
            kind: self.kind,
            max_size: self.max_size,
            collect_for: self.collect_for,
            site: Location::caller(),
            closing: ctx.root().gate.closing.clone(),
        };
        tokio::spawn(collector.run(work));
        Batcher { queue: sender }
    }
}

impl<V, T, P, L> fmt::Debug for BatcherBuilder<V, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatcherBuilder")
            .field("kind", &self.kind)
            .field("max_size", &self.max_size)
            .field("collect_for", &self.collect_for)
            .field("capacity", &self.capacity)
            .finish()
    }
}
