//! Messages through a channel, worked on where they are received.

use std::hint::black_box;

use tokio::sync::mpsc;

use crate::carried::{Ctx, id, load, load_explicit, turn};
use crate::case::{Hop, again};
use crate::meter::Measured;
use crate::peers::{ByHand, Fastrace, Keep, OpenTelemetry, Raw, TaskLocal, Tracing};

pub(crate) const MESSAGE: Hop = Hop {
    name: "message",
    operation: "a message: stamped, sent, received, and worked on in its context",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", explicit),
        ("raw", message::<Raw>),
        ("by_hand", message::<ByHand>),
        ("task_local", message::<TaskLocal>),
        ("opentelemetry", message::<OpenTelemetry>),
        ("tracing", message::<Tracing>),
        ("fastrace", message::<Fastrace>),
    ],
    note: "the peers have no messages: a field of the message keeps what they carry. `inherited` cannot be kept",
};

fn explicit(operations: u64) -> Measured {
    let turn = turn();
    let (sender, mut receiver) = mpsc::channel(8);
    again(operations, async || {
        let sent = sender.send(turn.stamp(id())).await;
        let (Ok(()), Some(message)) = (sent, receiver.recv().await) else { panic!("the channel was closed") };
        black_box(message.open(async |ctx: &Ctx, id| load_explicit(ctx, id).await).await);
    })
}

/// A message by hand.
struct Message<P: Keep> {
    handed: P::Handed,
    kept: P::Kept,
    id: u64,
}

fn message<P: Keep>(operations: u64) -> Measured {
    let (sender, mut receiver) = mpsc::channel(8);
    P::turn(|handed| {
        again(operations, async || {
            let message = Message::<P> { handed: handed.clone(), kept: P::keep(handed), id: id() };
            let sent = sender.send(message).await;
            let (Ok(()), Some(message)) = (sent, receiver.recv().await) else { panic!("the channel was closed") };
            let Message { handed, kept, id } = message;
            black_box(P::run(kept, async move { load::<P>(&handed, id).await }).await);
        })
    })
}
