//! Blocking work on tokio's threads.

use crate::burst::done;
use crate::carried::{compute, compute_explicit, id, turn};
use crate::case::{Hop, again};
use crate::meter::Measured;
use crate::peers::{Bind, ByHand, Fastrace, Inherited, OpenTelemetry, Raw, TaskLocal, ThreadLocal, Tracing};

pub(crate) const SPAWN_BLOCKING: Hop = Hop {
    name: "spawn_blocking",
    operation: "a closure on a thread for blocking work, and its result awaited",
    operations: 4_000,
    on_threads: true,
    ways: &[
        ("ctx", explicit),
        ("raw", blocking::<Raw>),
        ("by_hand", blocking::<ByHand>),
        ("thread_local", blocking::<ThreadLocal>),
        ("task_local", blocking::<TaskLocal>),
        ("inherited", blocking::<Inherited>),
        ("opentelemetry", blocking::<OpenTelemetry>),
        ("tracing", blocking::<Tracing>),
        ("fastrace", blocking::<Fastrace>),
    ],
    note: "",
};

pub(super) fn explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || {
        let id = id();
        done(turn.spawn_blocking(move |ctx| compute_explicit(ctx, id)).await);
    })
}

pub(super) fn blocking<P: Bind>(operations: u64) -> Measured {
    P::turn(|handed| {
        again(operations, async || {
            let (work, id) = (handed.clone(), id());
            done(tokio::task::spawn_blocking(P::bind(handed, move || compute::<P>(&work, id))).await);
        })
    })
}
