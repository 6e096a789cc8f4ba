//! A whole turn with hops.

use crate::burst::{burst, burst_explicit};
use crate::carried::TenantId;
use crate::case::{Hop, again};
use crate::meter::Measured;
use crate::peers::{ByHand, Carry, Fastrace, Inherited, OpenTelemetry, Raw, TaskLocal, Tracing};

pub(crate) const TURN: Hop = Hop {
    name: "turn_of_8_hops",
    operation: "a turn from begin to end, with 8 small tasks, one after the other",
    operations: 2_000,
    on_threads: false,
    ways: &[
        ("ctx", explicit),
        ("raw", turn::<Raw>),
        ("by_hand", turn::<ByHand>),
        ("task_local", turn::<TaskLocal>),
        ("inherited", turn::<Inherited>),
        ("opentelemetry", turn::<OpenTelemetry>),
        ("tracing", turn::<Tracing>),
        ("fastrace", turn::<Fastrace>),
    ],
    note: "`ctx` admits the turn: it can be cancelled, and a shutdown waits for it. No peer's can",
};

fn explicit(operations: u64) -> Measured {
    let gate = ctx::Gate::new();
    again(operations, async || match gate.admit(TenantId::acme(), (), ()) {
        Ok(turn) => burst_explicit(&turn).await,
        Err(error) => panic!("an open gate refused a turn: {error}"),
    })
}

fn turn<P: Carry>(operations: u64) -> Measured {
    again(operations, async || P::turn_task(|handed| async move { burst::<P>(&handed).await }).await)
}
