//! Hops where log lines and traces are taken: with a subscriber for `ctx` and `tracing`, with a reporter for `fastrace`, both
//! of which keep what they get and write nothing.
//!
//! By hand is here what `ctx` does in one: the `Arc` and the turn's span, each cloned for each hop.

use std::sync::Arc;
use std::sync::Once;
use std::time::Duration;

use fastrace::collector::{Config, Reporter, SpanRecord};
use tracing::{Instrument, Span};

use super::{blocking, foreign, in_place, tasks};
use crate::burst::done;
use crate::carried::{Shared, compute, id, load};
use crate::case::{Hop, again};
use crate::meter::{Measured, measure};
use crate::peers::{ByHand, Fastrace, Tracing};

pub(crate) const SPAWN: Hop = Hop {
    name: "spawn_in_span",
    operation: "`spawn`, with a subscriber",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", |operations| with_subscriber(operations, tasks::spawn_explicit)),
        ("by_hand", |operations| with_subscriber(operations, spawn)),
        ("tracing", |operations| with_subscriber(operations, tasks::spawn::<Tracing>)),
        ("fastrace", |operations| with_reporter(operations, tasks::spawn::<Fastrace>)),
    ],
    note: "`fastrace` makes a span for each hop and keeps it for a trace; the others stay in the turn's",
};

pub(crate) const SPAWN_BLOCKING: Hop = Hop {
    name: "spawn_blocking_in_span",
    operation: "`spawn_blocking`, with a subscriber",
    operations: 4_000,
    on_threads: true,
    ways: &[
        ("ctx", |operations| with_subscriber(operations, blocking::explicit)),
        ("by_hand", |operations| with_subscriber(operations, spawn_blocking)),
        ("tracing", |operations| with_subscriber(operations, blocking::blocking::<Tracing>)),
        ("fastrace", |operations| with_reporter(operations, blocking::blocking::<Fastrace>)),
    ],
    note: SPAWN.note,
};

pub(crate) const BIND: Hop = Hop {
    name: "bind_in_span",
    operation: "`bind`, with a subscriber",
    operations: 50_000,
    on_threads: false,
    ways: &[
        ("ctx", |operations| with_subscriber(operations, foreign::bind_explicit)),
        ("by_hand", |operations| with_subscriber(operations, bind)),
        ("tracing", |operations| with_subscriber(operations, foreign::bind::<Tracing>)),
        ("fastrace", |operations| with_reporter(operations, foreign::bind::<Fastrace>)),
    ],
    note: SPAWN.note,
};

pub(crate) const DERIVED: Hop = Hop {
    name: "derived_in_span",
    operation: "`derived`, with a subscriber",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", |operations| with_subscriber(operations, in_place::derived_explicit)),
        ("by_hand", |operations| with_subscriber(operations, in_place::derived::<Tracing>)),
        ("fastrace", |operations| with_reporter(operations, in_place::derived::<Fastrace>)),
    ],
    note: "by hand: a second `Arc` and a span below the turn's; `ctx` has a span beside the turn's, with all fields",
};

/// A subscriber that keeps spans and writes nothing, for the rest of the process.
fn with_subscriber(operations: u64, run: fn(u64) -> Measured) -> Measured {
    // It is there already from the round before.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
    run(operations)
}

struct Nowhere;

impl Reporter for Nowhere {
    fn report(&mut self, _: Vec<SpanRecord>) {}
}

/// A reporter for the rest of the process, whose thread is asleep while something is counted.
fn with_reporter(operations: u64, run: fn(u64) -> Measured) -> Measured {
    static SET: Once = Once::new();
    SET.call_once(|| fastrace::set_reporter(Nowhere, Config::default().report_interval(Duration::from_secs(3600))));
    let measured = run(operations);
    fastrace::flush();
    measured
}

fn shared_in_span() -> (Arc<Shared>, Span) {
    let shared = Arc::new(Shared::acme());
    let span = tracing::error_span!("turn", tenant = %shared.tenant);
    (shared, span)
}

fn spawn(operations: u64) -> Measured {
    let (shared, span) = shared_in_span();
    again(operations, async || {
        let (shared, id) = (Arc::clone(&shared), id());
        let task = async move { load::<ByHand>(&shared, id).await };
        done(tokio::spawn(task.instrument(span.clone())).await);
    })
}

fn spawn_blocking(operations: u64) -> Measured {
    let (shared, span) = shared_in_span();
    again(operations, async || {
        let (shared, span, id) = (Arc::clone(&shared), span.clone(), id());
        let work = move || span.in_scope(|| compute::<ByHand>(&shared, id));
        done(tokio::task::spawn_blocking(work).await);
    })
}

fn bind(operations: u64) -> Measured {
    let (shared, span) = shared_in_span();
    measure(operations, || {
        let (shared, span, id) = (Arc::clone(&shared), span.clone(), id());
        let work = move || span.in_scope(|| compute::<ByHand>(&shared, id));
        let callback: Box<dyn FnOnce() -> usize + Send> = Box::new(work);
        std::hint::black_box(std::hint::black_box(callback)());
    })
}
