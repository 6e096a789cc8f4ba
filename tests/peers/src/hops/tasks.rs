//! Tasks: started, and waited for.

use std::hint::black_box;

use tokio::task::{JoinSet, LocalSet};

use crate::burst::done;
use crate::carried::{id, load, load_explicit, turn};
use crate::case::{Hop, again, on_one_thread};
use crate::meter::{Measured, measure_async};
use crate::peers::{ByHand, Carry, Fastrace, Inherited, OpenTelemetry, Raw, TaskLocal, Tracing};

pub(crate) const SPAWN: Hop = Hop {
    name: "spawn",
    operation: "a small task: started, and its result awaited",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", spawn_explicit),
        ("raw", spawn::<Raw>),
        ("by_hand", spawn::<ByHand>),
        ("task_local", spawn::<TaskLocal>),
        ("inherited", spawn::<Inherited>),
        ("opentelemetry", spawn::<OpenTelemetry>),
        ("tracing", spawn::<Tracing>),
        ("fastrace", spawn::<Fastrace>),
    ],
    note: "",
};

pub(crate) const SPAWN_EMPTY: Hop = Hop {
    name: "spawn_empty",
    operation: "a task that only reads the tenant",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", empty_explicit),
        ("raw", empty::<Raw>),
        ("by_hand", empty::<ByHand>),
        ("task_local", empty::<TaskLocal>),
        ("inherited", empty::<Inherited>),
        ("opentelemetry", empty::<OpenTelemetry>),
        ("tracing", empty::<Tracing>),
        ("fastrace", empty::<Fastrace>),
    ],
    note: "the worst case of a hop: nothing but overhead",
};

pub(crate) const SPAWN_CAPTURED: Hop = Hop {
    name: "spawn_1_kib",
    operation: "a small task that captures 1 KiB",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", captured_explicit),
        ("raw", captured::<Raw>),
        ("by_hand", captured::<ByHand>),
        ("task_local", captured::<TaskLocal>),
        ("inherited", captured::<Inherited>),
        ("opentelemetry", captured::<OpenTelemetry>),
        ("tracing", captured::<Tracing>),
        ("fastrace", captured::<Fastrace>),
    ],
    note: "the captures of an async closure are stored twice: capture what is large in an `Arc` or a `Box`",
};

pub(crate) const SPAWN_LOCAL: Hop = Hop {
    name: "spawn_local",
    operation: "a small task on a `LocalSet`",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", local_explicit),
        ("raw", local::<Raw>),
        ("by_hand", local::<ByHand>),
        ("task_local", local::<TaskLocal>),
        ("inherited", local::<Inherited>),
        ("opentelemetry", local::<OpenTelemetry>),
        ("tracing", local::<Tracing>),
        ("fastrace", local::<Fastrace>),
    ],
    note: "",
};

pub(crate) const JOIN_SET: Hop = Hop {
    name: "join_set",
    operation: "a set of 8 small tasks, joined",
    operations: 4_000,
    on_threads: false,
    ways: &[
        ("ctx", set_explicit),
        ("raw", set::<Raw>),
        ("by_hand", set::<ByHand>),
        ("task_local", set::<TaskLocal>),
        ("inherited", set::<Inherited>),
        ("opentelemetry", set::<OpenTelemetry>),
        ("tracing", set::<Tracing>),
        ("fastrace", set::<Fastrace>),
    ],
    note: "",
};

/// The tasks of a set.
const TASKS: u64 = 8;

pub(super) fn spawn_explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || {
        let id = id();
        done(turn.spawn(async move |ctx| load_explicit(ctx, id).await).await);
    })
}

pub(super) fn spawn<P: Carry>(operations: u64) -> Measured {
    P::turn(|handed| {
        again(operations, async || {
            let (work, id) = (handed.clone(), id());
            done(tokio::spawn(P::carry(handed, async move { load::<P>(&work, id).await })).await);
        })
    })
}

fn empty_explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || done(turn.spawn(async move |ctx| ctx.tenant().len()).await))
}

fn empty<P: Carry>(operations: u64) -> Measured {
    P::turn(|handed| {
        again(operations, async || {
            let work = handed.clone();
            done(tokio::spawn(P::carry(handed, async move { P::tenant(&work, |tenant| tenant.len()) })).await);
        })
    })
}

fn captured_explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || {
        let (row, id) = (black_box([1_u8; 1024]), id());
        done(turn.spawn(async move |ctx| load_explicit(ctx, id).await + usize::from(black_box(&row)[0])).await);
    })
}

fn captured<P: Carry>(operations: u64) -> Measured {
    P::turn(|handed| {
        again(operations, async || {
            let (work, row, id) = (handed.clone(), black_box([1_u8; 1024]), id());
            let task = async move { load::<P>(&work, id).await + usize::from(black_box(&row)[0]) };
            done(tokio::spawn(P::carry(handed, task)).await);
        })
    })
}

fn local_explicit(operations: u64) -> Measured {
    let turn = turn();
    on_one_thread(LocalSet::new().run_until(measure_async(operations, async || {
        let id = id();
        done(turn.spawn_local(async move |ctx| load_explicit(ctx, id).await).await);
    })))
}

fn local<P: Carry>(operations: u64) -> Measured {
    P::turn(|handed| {
        on_one_thread(LocalSet::new().run_until(measure_async(operations, async || {
            let (work, id) = (handed.clone(), id());
            done(tokio::task::spawn_local(P::carry(handed, async move { load::<P>(&work, id).await })).await);
        })))
    })
}

fn set_explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || {
        let mut rows = turn.join_set();
        for _ in 0..TASKS {
            let id = id();
            rows.spawn(async move |ctx| load_explicit(ctx, id).await);
        }
        while let Some(row) = rows.join_next().await {
            done(row);
        }
    })
}

fn set<P: Carry>(operations: u64) -> Measured {
    P::turn(|handed| {
        again(operations, async || {
            let mut rows = JoinSet::new();
            for _ in 0..TASKS {
                let (work, id) = (handed.clone(), id());
                rows.spawn(P::carry(handed, async move { load::<P>(&work, id).await }));
            }
            while let Some(row) = rows.join_next().await {
                done(row);
            }
        })
    })
}
