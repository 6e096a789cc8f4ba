//! Many turns at once, each with hops of its own, on one and on two worker threads.
//!
//! Every turn is a task, as in a service, and starts its small tasks one after the other. What a turn costs at its begin and
//! its end is in the figures, divided over its hops.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ctx::Gate;
use stats_alloc::Region;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::burst::{HOPS, burst, burst_explicit, done};
use crate::carried::{TenantId, id, load, load_explicit};
use crate::case::on_one_thread;
use crate::meter::{Measured, Meter};
use crate::peers::{ByHand, Carry, Fastrace, Inherited, OpenTelemetry, Raw, TaskLocal, Tracing};

/// How many turns at once.
pub(crate) const TURNS: [usize; 3] = [1, 100, 10_000];

/// How many threads to run them.
pub(crate) const WORKERS: [usize; 2] = [1, 2];

/// At least so many turns in one measurement: the ones after each other where few are at once.
pub(crate) const TURNS_IN_ALL: usize = 4_000;

/// One way to carry a context through all this.
pub(crate) struct Loaded {
    pub(crate) peer: &'static str,
    hops: fn(&Runtime, usize, usize) -> Measured,
    live_bytes: fn(usize) -> f64,
}

pub(crate) const LOADED: &[Loaded] = &[
    Loaded { peer: "ctx", hops: hops_explicit, live_bytes: live_bytes_explicit },
    Loaded { peer: "raw", hops: hops::<Raw>, live_bytes: live_bytes::<Raw> },
    Loaded { peer: "by_hand", hops: hops::<ByHand>, live_bytes: live_bytes::<ByHand> },
    Loaded { peer: "task_local", hops: hops::<TaskLocal>, live_bytes: live_bytes::<TaskLocal> },
    Loaded { peer: "inherited", hops: hops::<Inherited>, live_bytes: live_bytes::<Inherited> },
    Loaded { peer: "opentelemetry", hops: hops::<OpenTelemetry>, live_bytes: live_bytes::<OpenTelemetry> },
    Loaded { peer: "tracing", hops: hops::<Tracing>, live_bytes: live_bytes::<Tracing> },
    Loaded { peer: "fastrace", hops: hops::<Fastrace>, live_bytes: live_bytes::<Fastrace> },
];

impl Loaded {
    /// `turns` at once on `workers` threads, again until there were `in_all`: what each hop took.
    pub(crate) fn hops(&self, workers: usize, turns: usize, in_all: usize) -> Measured {
        (self.hops)(&on_workers(workers), turns, in_all.div_ceil(turns))
    }

    /// The heap that one of `turns` turns needs while one of its hops waits for something.
    pub(crate) fn live_bytes(&self, turns: usize) -> f64 {
        (self.live_bytes)(turns)
    }
}

pub(crate) fn on_workers(workers: usize) -> Runtime {
    match tokio::runtime::Builder::new_multi_thread().worker_threads(workers).build() {
        Ok(runtime) => runtime,
        Err(error) => panic!("no runtime: {error}"),
    }
}

/// A turn of `ctx`, which `work` holds to its end.
macro_rules! turn_explicit {
    ($gate:expr, |$turn:ident| $work:expr) => {{
        let gate: Gate = $gate;
        async move {
            match gate.admit(TenantId::acme(), (), ()) {
                Ok($turn) => $work,
                Err(error) => panic!("an open gate refused a turn: {error}"),
            }
        }
    }};
}

fn hops_explicit(runtime: &Runtime, turns: usize, again: usize) -> Measured {
    let gate = Gate::new();
    measured(runtime, turns, again, move || turn_explicit!(gate.clone(), |turn| burst_explicit(&turn).await))
}

fn hops<P: Carry>(runtime: &Runtime, turns: usize, again: usize) -> Measured {
    measured(runtime, turns, again, || P::turn_task(|handed| async move { burst::<P>(&handed).await }))
}

/// Runs the turns as tasks, all at once, and that again.
fn measured<F>(runtime: &Runtime, turns: usize, again: usize, turn: impl Fn() -> F + Send + Sync + 'static) -> Measured
where
    F: Future<Output = ()> + Send + 'static,
{
    // On a worker, as what accepts requests is: a spawn from outside goes through a queue that all share.
    let driver = runtime.spawn(async move {
        all_at_once(turns, &turn).await;
        let meter = Meter::start();
        for _ in 0..again {
            all_at_once(turns, &turn).await;
        }
        meter.stop((again * turns) as u64 * HOPS)
    });
    match runtime.block_on(driver) {
        Ok(measured) => measured,
        Err(error) => panic!("the driver failed: {error}"),
    }
}

async fn all_at_once<F>(turns: usize, turn: &(impl Fn() -> F + Sync))
where
    F: Future<Output = ()> + Send + 'static,
{
    let tasks: Vec<_> = (0..turns).map(|_| tokio::spawn(turn())).collect();
    for task in tasks {
        if let Err(error) = task.await {
            panic!("a turn failed: {error}");
        }
    }
}

/// Where the hops of all turns wait until their memory was looked at.
struct Parking {
    waiting: AtomicUsize,
    release: Semaphore,
}

impl Parking {
    async fn wait(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // An error would say that it is closed, which it never is.
        let _ = self.release.acquire().await;
    }
}

fn live_bytes_explicit(turns: usize) -> f64 {
    let gate = Gate::new();
    live(turns, |parking| {
        turn_explicit!(gate.clone(), |turn| {
            let id = id();
            let work = turn.spawn(async move |ctx| {
                parking.wait().await;
                load_explicit(ctx, id).await
            });
            done(work.await)
        })
    })
}

fn live_bytes<P: Carry>(turns: usize) -> f64 {
    live(turns, |parking| {
        P::turn_task(|handed| async move {
            let (work, id) = (handed.clone(), id());
            let work = async move {
                parking.wait().await;
                load::<P>(&work, id).await
            };
            done(tokio::spawn(P::carry(&handed, work)).await)
        })
    })
}

fn live<F>(turns: usize, turn: impl Fn(Arc<Parking>) -> F) -> f64
where
    F: Future<Output = ()> + Send + 'static,
{
    on_one_thread(async {
        let parking = Arc::new(Parking { waiting: AtomicUsize::new(0), release: Semaphore::new(0) });
        let mut tasks = Vec::with_capacity(turns);
        let live = Region::new(crate::ALLOCATOR);
        tasks.extend((0..turns).map(|_| tokio::spawn(turn(Arc::clone(&parking)))));
        while parking.waiting.load(Ordering::Relaxed) < turns {
            tokio::task::yield_now().await;
        }
        let change = live.change();
        parking.release.add_permits(turns);
        for task in tasks {
            if let Err(error) = task.await {
                panic!("a turn failed: {error}");
            }
        }
        (change.bytes_allocated as f64 - change.bytes_deallocated as f64) / turns as f64
    })
}
