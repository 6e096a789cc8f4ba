//! Starting a task and waiting for it.
//!
//! The goal is for a *small task*, about the least that a service starts a task for: it calls an async function with an id,
//! which builds a key from tenant and id, has room for a row, and waits once. Beside it stands the *empty task*, whose
//! future is 16 bytes when its `Arc` is cloned by hand: there each word can be seen that a hop needs, for the borrow of its
//! context, the line of the spawn, the span and the report of a panic.

use std::hint::black_box;
use std::sync::Arc;

use opentelemetry::Context;
use opentelemetry::context::FutureExt;
use tokio::task::JoinHandle;
use tracing::Instrument;

use crate::Ctx;
use crate::by_hand::Shared;
use crate::meter::{Measured, measure_async};
use crate::tenant::{TenantId, turn};

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

/// The id that a task takes, which the compiler does not know.
fn id() -> u64 {
    black_box(7)
}

fn key(tenant: &TenantId, id: u64) -> String {
    format!("{tenant}/{id}")
}

/// The body of the function that a small task calls, the same for each way to get at the tenant.
macro_rules! load_row {
    ($key:expr) => {{
        let mut row = [0_u8; 256];
        let key = black_box($key);
        tokio::task::yield_now().await;
        black_box(&mut row)[0] = 1;
        key.len() + usize::from(row[0])
    }};
}

async fn load_by_hand(shared: &Shared, id: u64) -> usize {
    load_row!(key(&shared.tenant, id))
}

async fn load_explicit(ctx: &Ctx, id: u64) -> usize {
    load_row!(key(ctx.tenant(), id))
}

async fn load_task_local(id: u64) -> usize {
    load_row!(SHARED.with(|shared| key(&shared.tenant, id)))
}

async fn load_opentelemetry(id: u64) -> usize {
    let key = |cx: Context| cx.get::<Arc<Shared>>().map(|shared| key(&shared.tenant, id));
    load_row!(key(Context::current()).unwrap_or_default())
}

pub(crate) fn hand_arc(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let (shared, id) = (Arc::clone(&shared), id());
        tokio::spawn(async move { load_by_hand(&shared, id).await })
    })
}

pub(crate) fn explicit(operations: u64) -> Measured {
    let turn = turn();
    on_one_thread(operations, || {
        let id = id();
        turn.spawn(async move |ctx| load_explicit(ctx, id).await)
    })
}

pub(crate) fn task_local(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let (shared, id) = (Arc::clone(&shared), id());
        tokio::spawn(SHARED.scope(shared, async move { load_task_local(id).await }))
    })
}

pub(crate) fn opentelemetry(operations: u64) -> Measured {
    let cx = Context::new().with_value(Shared::acme());
    on_one_thread(operations, || {
        let (cx, id) = (cx.clone(), id());
        tokio::spawn(async move { load_opentelemetry(id).await }.with_context(cx))
    })
}

pub(crate) fn hand_arc_empty(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let shared = Arc::clone(&shared);
        tokio::spawn(async move { shared.tenant.len() })
    })
}

pub(crate) fn explicit_empty(operations: u64) -> Measured {
    let turn = turn();
    on_one_thread(operations, || turn.spawn(async move |ctx| ctx.tenant().len()))
}

/// What the closure captures is moved once more than by hand, into the future that it gives.
pub(crate) fn hand_arc_captured(operations: u64) -> Measured {
    let shared = Shared::acme();
    on_one_thread(operations, || {
        let (shared, row) = (Arc::clone(&shared), black_box([1_u8; 1024]));
        tokio::spawn(async move {
            tokio::task::yield_now().await;
            shared.tenant.len() + usize::from(black_box(&row)[0])
        })
    })
}

pub(crate) fn explicit_captured(operations: u64) -> Measured {
    let turn = turn();
    on_one_thread(operations, || {
        let row = black_box([1_u8; 1024]);
        turn.spawn(async move |ctx| {
            tokio::task::yield_now().await;
            ctx.tenant().len() + usize::from(black_box(&row)[0])
        })
    })
}

/// A subscriber that keeps spans and writes nothing, for the rest of the process.
fn subscribe() {
    // It is there already from the round before.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
}

pub(crate) fn hand_arc_in_span(operations: u64) -> Measured {
    subscribe();
    let shared = Shared::acme();
    let span = tracing::error_span!("turn", tenant = %shared.tenant);
    on_one_thread(operations, || {
        let (shared, id) = (Arc::clone(&shared), id());
        tokio::spawn(async move { load_by_hand(&shared, id).await }.instrument(span.clone()))
    })
}

pub(crate) fn explicit_in_span(operations: u64) -> Measured {
    subscribe();
    explicit(operations)
}
