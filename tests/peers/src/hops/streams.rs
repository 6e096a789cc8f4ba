//! Streams that outlive the function that made them: boxed, as a response body is.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_util::StreamExt;
use pin_project_lite::pin_project;

use crate::carried::{compute, compute_explicit, id, turn, used};
use crate::case::{Hop, again};
use crate::meter::Measured;
use crate::peers::{ByHand, Fastrace, Keep, OpenTelemetry, Raw, TaskLocal, Tracing};

pub(crate) const STREAM: Hop = Hop {
    name: "stream_item",
    operation: "one item of a boxed stream",
    operations: 50_000,
    on_threads: false,
    ways: &[
        ("ctx", explicit),
        ("raw", unfolded::<Raw>),
        ("by_hand", unfolded::<ByHand>),
        ("task_local", inside::<TaskLocal>),
        ("opentelemetry", inside::<OpenTelemetry>),
        ("tracing", inside::<Tracing>),
        ("fastrace", inside::<Fastrace>),
    ],
    note: "`ctx`: an async block that puts items out; the peers: `stream::unfold`, and around it a stream that enters at \
           every poll, also by hand",
};

type Body = Pin<Box<dyn Stream<Item = usize> + Send>>;

fn items(operations: u64, mut body: Body) -> Measured {
    again(operations, async || match body.next().await {
        Some(length) => used(length),
        None => panic!("the stream has ended"),
    })
}

fn explicit(operations: u64) -> Measured {
    let turn = turn();
    let body = turn.stream(async |ctx, out| {
        loop {
            out.send(compute_explicit(ctx, id())).await;
        }
    });
    items(operations, Box::pin(body))
}

fn stream<P: Keep>(handed: &P::Handed) -> impl Stream<Item = usize> + Send + use<P> {
    futures_util::stream::unfold(handed.clone(), async |work| Some((compute::<P>(&work, id()), work)))
}

fn unfolded<P: Keep>(operations: u64) -> Measured {
    P::turn(|handed| items(operations, Box::pin(stream::<P>(handed))))
}

fn inside<P: Keep>(operations: u64) -> Measured {
    P::turn(|handed| {
        let body = Inside::<P, _> { kept: P::keep(handed), stream: stream::<P>(handed) };
        items(operations, Box::pin(body))
    })
}

pin_project! {
    /// A stream that is polled where its context is current.
    struct Inside<P: Keep, S> {
        kept: P::Kept,
        #[pin]
        stream: S,
    }
}

impl<P: Keep, S: Stream> Stream for Inside<P, S> {
    type Item = S::Item;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let this = self.project();
        P::call(this.kept, || this.stream.poll_next(cx))
    }
}
