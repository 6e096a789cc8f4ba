//! Closures and futures for something that is not the application's: boxed, as such things take them.

use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;

use crate::carried::{compute, compute_explicit, id, load, load_explicit, turn, used};
use crate::case::{Hop, again};
use crate::meter::{Measured, measure};
use crate::peers::{
    Bind, ByHand, Carry, Fastrace, Inherited, Keep, OpenTelemetry, Raw, TaskLocal, ThreadLocal, Tracing,
};

pub(crate) const BIND: Hop = Hop {
    name: "bind",
    operation: "a boxed closure: made, and called once",
    operations: 50_000,
    on_threads: false,
    ways: &[
        ("ctx", bind_explicit),
        ("raw", bind::<Raw>),
        ("by_hand", bind::<ByHand>),
        ("thread_local", bind::<ThreadLocal>),
        ("task_local", bind::<TaskLocal>),
        ("inherited", bind::<Inherited>),
        ("opentelemetry", bind::<OpenTelemetry>),
        ("tracing", bind::<Tracing>),
        ("fastrace", bind::<Fastrace>),
    ],
    note: "",
};

pub(crate) const BIND_CALL: Hop = Hop {
    name: "bind_mut_call",
    operation: "one call of a boxed closure that is registered once",
    operations: 50_000,
    on_threads: false,
    ways: &[
        ("ctx", bind_call_explicit),
        ("raw", bind_call::<Raw>),
        ("by_hand", bind_call::<ByHand>),
        ("task_local", bind_call::<TaskLocal>),
        ("opentelemetry", bind_call::<OpenTelemetry>),
        ("tracing", bind_call::<Tracing>),
        ("fastrace", bind_call::<Fastrace>),
    ],
    note: "`inherited` has no form for a closure that is called again",
};

pub(crate) const CARRY: Hop = Hop {
    name: "carry",
    operation: "a boxed future: made, and awaited",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", carry_explicit),
        ("raw", carry::<Raw>),
        ("by_hand", carry::<ByHand>),
        ("task_local", carry::<TaskLocal>),
        ("inherited", carry::<Inherited>),
        ("opentelemetry", carry::<OpenTelemetry>),
        ("tracing", carry::<Tracing>),
        ("fastrace", carry::<Fastrace>),
    ],
    note: "",
};

pub(crate) const CARRY_EACH: Hop = Hop {
    name: "carry_each",
    operation: "one call of a closure of boxed futures, and its future awaited",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", carry_each_explicit),
        ("raw", carry_each::<Raw>),
        ("by_hand", carry_each::<ByHand>),
        ("task_local", carry_each::<TaskLocal>),
        ("opentelemetry", carry_each::<OpenTelemetry>),
        ("tracing", carry_each::<Tracing>),
        ("fastrace", carry_each::<Fastrace>),
    ],
    note: "`inherited` has no form for work that runs again",
};

type Callback = Box<dyn FnOnce() -> usize + Send>;
type Handler = Box<dyn FnMut(u64) -> usize + Send>;
type Job = Pin<Box<dyn Future<Output = usize> + Send>>;
type Each = Box<dyn Fn(u64) -> Job>;

pub(super) fn bind_explicit(operations: u64) -> Measured {
    let turn = turn();
    measure(operations, || {
        let id = id();
        let callback: Callback = Box::new(turn.bind(move |ctx| compute_explicit(ctx, id)));
        black_box(black_box(callback)());
    })
}

pub(super) fn bind<P: Bind>(operations: u64) -> Measured {
    P::turn(|handed| {
        measure(operations, || {
            let (work, id) = (handed.clone(), id());
            let callback: Callback = Box::new(P::bind(handed, move || compute::<P>(&work, id)));
            black_box(black_box(callback)());
        })
    })
}

fn bind_call_explicit(operations: u64) -> Measured {
    let turn = turn();
    let mut handler: Handler = black_box(Box::new(turn.bind_mut(compute_explicit)));
    measure(operations, || used(handler(id())))
}

fn bind_call<P: Keep>(operations: u64) -> Measured {
    P::turn(|handed| {
        let (work, kept) = (handed.clone(), P::keep(handed));
        let handler = move |id| P::call(&kept, || compute::<P>(&work, id));
        let mut handler: Handler = black_box(Box::new(handler));
        measure(operations, || used(handler(id())))
    })
}

fn carry_explicit(operations: u64) -> Measured {
    let turn = turn();
    again(operations, async || {
        let id = id();
        let job: Job = Box::pin(turn.carry(async move |ctx| load_explicit(ctx, id).await));
        black_box(black_box(job).await);
    })
}

fn carry<P: Carry>(operations: u64) -> Measured {
    P::turn(|handed| {
        again(operations, async || {
            let (work, id) = (handed.clone(), id());
            let job: Job = Box::pin(P::carry(handed, async move { load::<P>(&work, id).await }));
            black_box(black_box(job).await);
        })
    })
}

fn carry_each_explicit(operations: u64) -> Measured {
    let turn = turn();
    let each: Each = black_box(Box::new(turn.carry_each(async move |ctx, id| load_explicit(ctx, id).await)));
    again(operations, async || used(each(id()).await))
}

fn carry_each<P: Keep>(operations: u64) -> Measured {
    P::turn(|handed| {
        let (work, kept) = (handed.clone(), P::keep(handed));
        let each = move |id| -> Job {
            let work = work.clone();
            Box::pin(P::run(kept.clone(), async move { load::<P>(&work, id).await }))
        };
        let each: Each = black_box(Box::new(each));
        again(operations, async || used(each(id()).await))
    })
}
