//! A task that reads the tenant, and waiting for it.

use std::hint::black_box;
use std::sync::Arc;

use opentelemetry::Context;
use opentelemetry::context::FutureExt;
use tokio::task::JoinHandle;
use tracing::Instrument;

use crate::meter::{Measured, measure_async};
use crate::tenant::{Shared, turn};

tokio::task_local! {
    static SHARED: Arc<Shared>;
}

/// Starts a task and waits for it, again and again, on a runtime of one thread: nothing is stolen, so nothing varies.
fn on_one_thread(operations: u64, spawn: impl Fn() -> JoinHandle<usize>) -> Measured {
    let runtime = match tokio::runtime::Builder::new_current_thread().build() {
        Ok(runtime) => runtime,
        Err(error) => panic!("no runtime: {error}"),
    };
    runtime.block_on(measure_async(operations, async || match spawn().await {
        Ok(length) => drop(black_box(length)),
        Err(error) => panic!("the task failed: {error}"),
    }))
}

pub(crate) fn hand_arc(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { shared.tenant.len() })
    })
}

pub(crate) fn explicit(operations: u64) -> Measured {
    let turn = turn();
    on_one_thread(operations, || turn.spawn(async move |ctx| ctx.tenant().len()))
}

pub(crate) fn task_local(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let work = async { SHARED.with(|shared| shared.tenant.len()) };
        tokio::spawn(SHARED.scope(Arc::clone(&shared), work))
    })
}

pub(crate) fn opentelemetry(operations: u64) -> Measured {
    let cx = Context::new().with_value(Shared::acme());
    on_one_thread(operations, || {
        let work = async { Context::current().get::<Arc<Shared>>().map_or(0, |shared| shared.tenant.len()) };
        tokio::spawn(work.with_context(cx.clone()))
    })
}

/// What the large cases hold over an await.
const LARGE: usize = 1024;

pub(crate) fn hand_arc_large(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let shared = Arc::clone(&shared);
        let row = black_box([1_u8; LARGE]);
        tokio::spawn(async move {
            tokio::task::yield_now().await;
            shared.tenant.len() + usize::from(black_box(&row)[0])
        })
    })
}

pub(crate) fn explicit_large(operations: u64) -> Measured {
    let turn = turn();
    on_one_thread(operations, || {
        let row = black_box([1_u8; LARGE]);
        turn.spawn(async move |ctx| {
            tokio::task::yield_now().await;
            ctx.tenant().len() + usize::from(black_box(&row)[0])
        })
    })
}

/// A subscriber that keeps spans and writes nothing. For the rest of the process: these cases run last, or in a process of
/// their own.
fn subscribe() {
    // It is there already from the round before.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
}

pub(crate) fn hand_arc_in_span(operations: u64) -> Measured {
    subscribe();
    let shared = Shared::acme();
    let span = tracing::error_span!("turn", tenant = %shared.tenant);
    on_one_thread(operations, || {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { shared.tenant.len() }.instrument(span.clone()))
    })
}

pub(crate) fn explicit_in_span(operations: u64) -> Measured {
    subscribe();
    explicit(operations)
}
