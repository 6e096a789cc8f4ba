//! Streams and sinks that exist already, and are polled under a context.

use std::pin::Pin;
use std::task::{self, Poll};

use futures_core::Stream;
use futures_sink::Sink;
use pin_project_lite::pin_project;

use super::kinds::{self, Kind};
use super::observed::Hop;
use crate::context::Ctx;
use crate::installing::Installed;
use crate::log_fields::LogFields;
use crate::pin::Pin as PinSlot;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: PinSlot, L: LogFields> Ctx<T, P, L> {
    /// The same stream under this context: at every poll it is inside its span, and so it is when it is dropped. A panic is
    /// reported as one of this context, and goes on. The turn lives until the stream ends or is dropped; after its end the
    /// stream gives `None` again and again.
    ///
    /// For a stream that somebody else made, such as rows of a driver, that is handed on as a response body. What polls its
    /// stream itself, in a function that has a `ctx`, needs nothing; a stream whose items take a `ctx` to be made is a
    /// [`stream`](Self::stream).
    ///
    /// # Example
    ///
    /// ```
    /// # use futures_core::Stream;
    /// # use futures_util::{StreamExt, stream};
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// /// A driver's, which knows of no context.
    /// fn rows() -> impl Stream<Item = u32> {
    ///     stream::iter([1, 2]).inspect(|row| tracing::debug!(row, "read"))
    /// }
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let body = turn.carry_stream(rows());
    /// drop(turn);
    /// assert_eq!(gate.live(), 1);
    /// assert_eq!(body.collect::<Vec<_>>().await, [1, 2]);
    /// assert_eq!(gate.live(), 0);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn carry_stream<S: Stream>(&self, stream: S) -> impl Stream<Item = S::Item> + use<S, T, P, L> {
        Carried::new(stream, self.hop::<kinds::CarriedStream>())
    }

    /// The same sink under this context: as [`carry_stream`](Self::carry_stream), until it is closed or dropped. After an error
    /// it can be used as the sink itself could.
    ///
    /// # Panics
    ///
    /// When it is used after it was closed.
    ///
    /// # Example
    ///
    /// ```
    /// # use futures_util::SinkExt;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let drained = futures_util::sink::drain();
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let mut socket = turn.carry_sink(drained);
    /// drop(turn);
    /// socket.send("hello").await?;
    /// assert_eq!(gate.live(), 1);
    /// socket.close().await?;
    /// assert_eq!(gate.live(), 0);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn carry_sink<I, S: Sink<I>>(&self, sink: S) -> impl Sink<I, Error = S::Error> + use<I, S, T, P, L> {
        Carried::new(sink, self.hop::<kinds::CarriedSink>())
    }
}

pin_project! {
    struct Carried<S, K: Kind, T, P, L> {
        // An option, so that what it holds is dropped inside the span, and the context after it.
        #[pin]
        inner: Option<S>,
        hop: Option<Hop<K, T, P, L>>,
        installed: Installed,
    }

    impl<S, K: Kind, T, P, L> PinnedDrop for Carried<S, K, T, P, L> {
        fn drop(this: Pin<&mut Self>) {
            this.let_go();
        }
    }
}

impl<S, K: Kind, T, P, L> Carried<S, K, T, P, L> {
    fn new(inner: S, hop: Hop<K, T, P, L>) -> Self {
        let installed = hop.ctx().installed();
        Self { inner: Some(inner), hop: Some(hop), installed }
    }

    /// Calls `poll` inside the span; `None` after the end.
    fn poll_inside<O>(self: Pin<&mut Self>, poll: impl FnOnce(Pin<&mut S>) -> O) -> Option<O> {
        let this = self.project();
        let (inner, hop) = (this.inner.as_pin_mut()?, this.hop.as_ref()?);
        Some(hop.call_in(this.installed, |_| poll(inner)))
    }

    /// Drops what is carried inside the span, and then the context.
    fn let_go(self: Pin<&mut Self>) {
        let mut this = self.project();
        if let Some(hop) = this.hop.take() {
            hop.call_in(this.installed, |_| this.inner.set(None));
        }
    }
}

impl<S: Stream, K: Kind, T, P, L> Stream for Carried<S, K, T, P, L> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Option<S::Item>> {
        match self.as_mut().poll_inside(|stream| stream.poll_next(cx)) {
            Some(Poll::Ready(None)) => {
                self.let_go();
                Poll::Ready(None)
            }
            Some(poll) => poll,
            None => Poll::Ready(None),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.as_ref().map_or((0, Some(0)), Stream::size_hint)
    }
}

impl<I, S: Sink<I>, K: Kind, T, P, L> Sink<I> for Carried<S, K, T, P, L> {
    type Error = S::Error;

    fn poll_ready(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Result<(), S::Error>> {
        self.poll_inside(|sink| sink.poll_ready(cx)).unwrap_or_else(|| closed())
    }

    fn start_send(self: Pin<&mut Self>, item: I) -> Result<(), S::Error> {
        self.poll_inside(|sink| sink.start_send(item)).unwrap_or_else(|| closed())
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Result<(), S::Error>> {
        self.poll_inside(|sink| sink.poll_flush(cx)).unwrap_or(Poll::Ready(Ok(())))
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Result<(), S::Error>> {
        match self.as_mut().poll_inside(|sink| sink.poll_close(cx)) {
            Some(Poll::Ready(Ok(()))) => {
                self.let_go();
                Poll::Ready(Ok(()))
            }
            Some(poll) => poll,
            None => Poll::Ready(Ok(())),
        }
    }
}

#[cold]
fn closed() -> ! {
    panic!("the sink was closed")
}
