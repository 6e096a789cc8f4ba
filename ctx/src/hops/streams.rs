//! Streams that outlive the function that made them, such as a response body.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin as PinMut;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Waker};

use futures_core::Stream;
use pin_project_lite::pin_project;

use super::kinds;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// A `'static` stream whose items are produced under this context: `ctx.stream(async move |ctx, out| ..)`.
    ///
    /// The producer runs only while the stream is polled, and waits with each item until the one before is taken. The stream
    /// keeps the turn alive until it ends or is dropped, and the producer with it. `Send` when what the producer holds is.
    ///
    /// # Example
    ///
    /// ```
    /// # use futures_util::StreamExt;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let body = turn.stream(async move |ctx, out| {
    ///     for line in 0..2 {
    ///         out.send(format!("{} {line}", ctx.tenant())).await;
    ///     }
    /// });
    /// drop(turn);
    /// assert_eq!(body.collect::<Vec<_>>().await, ["acme 0", "acme 1"]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn stream<I, F>(&self, producer: F) -> impl Stream<Item = I> + use<I, F, T, P, L>
    where
        F: AsyncFnOnce(&Self, &mut Out<I>),
    {
        let hop = self.hop::<kinds::Stream>();
        let slot = Arc::new(Slot::default());
        let mut out = Out(Arc::clone(&slot));
        let producer = async move {
            // As in `Hop::run`.
            let begin = producer;
            hop.observe(|ctx| begin(ctx, &mut out)).await;
            hop
        };
        Driven { producer: Some(producer), slot, held: None }
    }
}

/// Where the producer of a [`Ctx::stream`] puts its items. Only lent to it: nobody else can put items into the stream.
pub struct Out<I>(Arc<Slot<I>>);

impl<I> Out<I> {
    /// Puts out one item, and goes on when it has been taken and another one is wanted. Never fails: when the stream is dropped,
    /// so is the producer, where it waits.
    pub async fn send(&mut self, item: I) {
        let mut item = Some(item);
        poll_fn(|cx| self.0.put(&mut item, cx)).await;
    }
}

impl<I> fmt::Debug for Out<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Out(..)")
    }
}

/// Room for one item between a producer and its stream, which are one task: the lock is never waited for.
struct Slot<I>(Mutex<Waiting<I>>);

struct Waiting<I> {
    item: Option<I>,
    producer: Option<Waker>,
}

impl<I> Default for Slot<I> {
    fn default() -> Self {
        Self(Mutex::new(Waiting { item: None, producer: None }))
    }
}

impl<I> Slot<I> {
    fn lock(&self) -> MutexGuard<'_, Waiting<I>> {
        // Nothing panics under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ready when the item was put and then taken.
    fn put(&self, item: &mut Option<I>, cx: &task::Context<'_>) -> Poll<()> {
        let mut waiting = self.lock();
        if waiting.item.is_none() {
            match item.take() {
                Some(item) => waiting.item = Some(item),
                None => return Poll::Ready(()),
            }
        }
        waiting.producer = Some(cx.waker().clone());
        Poll::Pending
    }

    fn take(&self) -> Option<I> {
        let (item, producer) = {
            let mut waiting = self.lock();
            let item = waiting.item.take()?;
            (item, waiting.producer.take())
        };
        // The producer may wait inside something that polls it only when it was woken.
        if let Some(producer) = producer {
            producer.wake();
        }
        Some(item)
    }
}

pin_project! {
    struct Driven<I, F, H> {
        #[pin]
        producer: Option<F>,
        slot: Arc<Slot<I>>,
        // The context of a producer that has ended: the turn lives until the last item is taken.
        held: Option<H>,
    }
}

impl<I, F: Future<Output = H>, H> Stream for Driven<I, F, H> {
    type Item = I;

    fn poll_next(self: PinMut<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Option<I>> {
        let mut this = self.project();
        // An item that waits goes out first: the producer runs only when something is wanted of it.
        if let Some(item) = this.slot.take() {
            return Poll::Ready(Some(item));
        }
        if let Some(producer) = this.producer.as_mut().as_pin_mut() {
            if let Poll::Ready(hop) = producer.poll(cx) {
                *this.held = Some(hop);
                this.producer.set(None);
            }
        }
        if let Some(item) = this.slot.take() {
            return Poll::Ready(Some(item));
        }
        if this.producer.is_some() {
            return Poll::Pending;
        }
        *this.held = None;
        Poll::Ready(None)
    }
}
