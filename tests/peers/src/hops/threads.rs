//! Threads of the operating system.

use std::io;
use std::thread::{Builder, JoinHandle};

use crate::carried::{compute, compute_explicit, id, turn, used};
use crate::case::Hop;
use crate::meter::{Measured, measure};
use crate::peers::{Bind, ByHand, Fastrace, Inherited, OpenTelemetry, Raw, TaskLocal, ThreadLocal, Tracing};

pub(crate) const THREAD: Hop = Hop {
    name: "thread",
    operation: "a thread with a name: started, and joined",
    operations: 400,
    on_threads: true,
    ways: &[
        ("ctx", explicit),
        ("raw", thread::<Raw>),
        ("by_hand", thread::<ByHand>),
        ("thread_local", thread::<ThreadLocal>),
        ("task_local", thread::<TaskLocal>),
        ("inherited", thread::<Inherited>),
        ("opentelemetry", thread::<OpenTelemetry>),
        ("tracing", thread::<Tracing>),
        ("fastrace", thread::<Fastrace>),
    ],
    note: "",
};

fn joined(thread: io::Result<JoinHandle<usize>>) {
    match thread.map(JoinHandle::join) {
        Ok(Ok(length)) => used(length),
        _ => panic!("no thread, or it panicked"),
    }
}

fn explicit(operations: u64) -> Measured {
    let turn = turn();
    measure(operations, || {
        let id = id();
        joined(turn.thread("render", move |ctx| compute_explicit(ctx, id)));
    })
}

fn thread<P: Bind>(operations: u64) -> Measured {
    P::turn(|handed| {
        measure(operations, || {
            let (work, id) = (handed.clone(), id());
            let work = P::bind(handed, move || compute::<P>(&work, id));
            joined(Builder::new().name("render".to_owned()).spawn(work));
        })
    })
}
