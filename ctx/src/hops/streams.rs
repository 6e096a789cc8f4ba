//! Streams that outlive the function that made them, such as a response body.

use std::fmt;
use std::pin::Pin as PinMut;
use std::task::{self, Poll};

use futures_core::Stream;
use pin_project_lite::pin_project;
use tokio::sync::mpsc;

use super::kinds;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// A `'static` stream whose items are produced under this context: `ctx.stream(async move |ctx, mut out| ..)`.
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
    /// let body = turn.stream(async move |ctx, mut out| {
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
        F: AsyncFnOnce(&Self, Out<I>),
    {
        let hop = self.hop::<kinds::Stream>();
        let (sender, receiver) = mpsc::channel(1);
        let producer = async move {
            // As in `Hop::run`.
            let (begin, out) = (producer, Out(sender));
            hop.observe(|ctx| begin(ctx, out)).await;
            hop
        };
        Driven { producer: Some(producer), receiver, held: None }
    }
}

/// Where the producer of a [`Ctx::stream`] puts its items.
pub struct Out<I>(mpsc::Sender<I>);

impl<I> Out<I> {
    /// Puts out one item, and waits until there is room for it. The stream is polled by who takes the items, so this never
    /// fails: when the stream is dropped, the producer is too, here.
    pub async fn send(&mut self, item: I) {
        if self.0.send(item).await.is_err() {
            // The stream is gone. It drops the producer, unless the producer handed this to a task of its own, which then has
            // nobody to produce for.
            std::future::pending().await
        }
    }
}

impl<I> fmt::Debug for Out<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Out(..)")
    }
}

pin_project! {
    struct Driven<I, F, H> {
        #[pin]
        producer: Option<F>,
        receiver: mpsc::Receiver<I>,
        // The context of a producer that has ended: the turn lives until the last item is taken.
        held: Option<H>,
    }
}

impl<I, F: Future<Output = H>, H> Stream for Driven<I, F, H> {
    type Item = I;

    fn poll_next(self: PinMut<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Option<I>> {
        let mut this = self.project();
        // An item that waits goes out first: the producer runs only when something is wanted of it.
        if let Ok(item) = this.receiver.try_recv() {
            return Poll::Ready(Some(item));
        }
        if let Some(producer) = this.producer.as_mut().as_pin_mut() {
            if let Poll::Ready(hop) = producer.poll(cx) {
                *this.held = Some(hop);
                this.producer.set(None);
            }
        }
        let item = this.receiver.poll_recv(cx);
        if let Poll::Ready(None) = item {
            *this.held = None;
        }
        item
    }
}
