//! Pools of threads: the pool of `ctx` beside one by hand, and rayon's.

use std::sync::mpsc;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::carried::{compute, compute_explicit, id, turn, used};
use crate::case::Hop;
use crate::meter::{Measured, measure};
use crate::peers::{Bind, ByHand, Fastrace, Inherited, OpenTelemetry, Raw, TaskLocal, ThreadLocal, Tracing};

pub(crate) const POOL: Hop = Hop {
    name: "pool",
    operation: "16 jobs for a pool of one thread, queued while it is busy, and their results",
    operations: 1_000,
    on_threads: true,
    ways: &[
        ("ctx", pool_explicit),
        ("raw", pool::<Raw>),
        ("by_hand", pool::<ByHand>),
        ("thread_local", pool::<ThreadLocal>),
        ("task_local", pool::<TaskLocal>),
        ("inherited", pool::<Inherited>),
        ("opentelemetry", pool::<OpenTelemetry>),
        ("tracing", pool::<Tracing>),
        ("fastrace", pool::<Fastrace>),
    ],
    note: "the peers' pool is a channel of boxed closures and a channel for each result: no bound, no withdrawal, no drain",
};

pub(crate) const RAYON: Hop = Hop {
    name: "rayon_spawn",
    operation: "a job spawned on a rayon pool of one thread, which then runs it",
    operations: 20_000,
    on_threads: false,
    ways: &[
        ("ctx", rayon_explicit),
        ("raw", rayon::<Raw>),
        ("by_hand", rayon::<ByHand>),
        ("thread_local", rayon::<ThreadLocal>),
        ("task_local", rayon::<TaskLocal>),
        ("inherited", rayon::<Inherited>),
        ("opentelemetry", rayon::<OpenTelemetry>),
        ("tracing", rayon::<Tracing>),
        ("fastrace", rayon::<Fastrace>),
    ],
    note: "a panic in a peer's job ends the process, unless the pool has a handler",
};

/// The jobs of an operation.
const JOBS: u64 = 16;

type Job = Box<dyn FnOnce() + Send>;

/// A pool by hand: the least that runs jobs on a thread of its own and gives their results back.
struct PoolByHand {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl PoolByHand {
    fn new() -> Self {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = std::thread::spawn(move || queue.into_iter().for_each(|job| job()));
        Self { jobs: Some(jobs), thread: Some(thread) }
    }

    fn submit<O: Send + 'static>(&self, work: impl FnOnce() -> O + Send + 'static) -> oneshot::Receiver<O> {
        let (result, receiver) = oneshot::channel();
        let job = Box::new(move || drop(result.send(work())));
        if let Some(Err(_)) = self.jobs.as_ref().map(|jobs| jobs.send(job)) {
            panic!("the pool's thread has ended");
        }
        receiver
    }
}

impl Drop for PoolByHand {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(Err(payload)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(payload);
        }
    }
}

fn pool_explicit(operations: u64) -> Measured {
    let turn = turn();
    let pool = match ctx::Pool::builder().threads(1).build() {
        Ok(pool) => pool,
        Err(error) => panic!("no pool: {error}"),
    };
    measure(operations, || {
        let (let_go, busy) = mpsc::channel::<()>();
        let Ok(first) = pool.submit(&turn, move |_| while busy.recv().is_ok() {}) else {
            panic!("the pool took no job")
        };
        let jobs: Vec<_> = (0..JOBS)
            .map(|_| {
                let id = id();
                match pool.submit(&turn, move |ctx| compute_explicit(ctx, id)) {
                    Ok(job) => job,
                    Err(error) => panic!("the pool took no job: {error}"),
                }
            })
            .collect();
        drop(let_go);
        // The last one first: then the rest is done, and this thread has slept once.
        for job in jobs.into_iter().rev() {
            match job.wait() {
                Ok(length) => used(length),
                Err(error) => panic!("the job did not run: {error}"),
            }
        }
        drop(first.wait());
    })
}

fn pool<P: Bind>(operations: u64) -> Measured {
    let pool = PoolByHand::new();
    P::turn(|handed| {
        measure(operations, || {
            let (let_go, busy) = mpsc::channel::<()>();
            let first = pool.submit(move || while busy.recv().is_ok() {});
            let jobs: Vec<_> = (0..JOBS)
                .map(|_| {
                    let (work, id) = (handed.clone(), id());
                    pool.submit(P::bind(handed, move || compute::<P>(&work, id)))
                })
                .collect();
            drop(let_go);
            for job in jobs.into_iter().rev() {
                match job.blocking_recv() {
                    Ok(length) => used(length),
                    Err(error) => panic!("the job did not run: {error}"),
                }
            }
            drop(first.blocking_recv());
        })
    })
}

/// Inside a pool of one thread, which runs what it spawned when it yields: no other thread takes part.
fn inside_rayon(work: impl FnOnce() -> Measured + Send) -> Measured {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(work),
        Err(error) => panic!("no pool: {error}"),
    }
}

fn rayon_explicit(operations: u64) -> Measured {
    inside_rayon(|| {
        let turn = turn();
        measure(operations, || {
            let id = id();
            turn.rayon().spawn(move |ctx| used(compute_explicit(ctx, id)));
            rayon::yield_now();
        })
    })
}

fn rayon<P: Bind>(operations: u64) -> Measured {
    inside_rayon(|| {
        P::turn(|handed| {
            measure(operations, || {
                let (work, id) = (handed.clone(), id());
                rayon::spawn(P::bind(handed, move || used(compute::<P>(&work, id))));
                rayon::yield_now();
            })
        })
    })
}
