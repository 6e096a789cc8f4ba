//! The workers that hops run on: one of each kind, so that each is used again and again.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, ThreadId};

use ctx::hops::JobHandle;
use futures_util::future::BoxFuture;
use support::old::Old;
use support::raw::{self, JobThread};
use tokio::runtime::{Builder, EnterGuard, Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::LocalSet;
use tracing::Span;
use tracing::dispatcher::get_default;
use tracing::span::Id;

use crate::job::{Out, current_span};
use crate::local_pool::LocalPool;
use crate::pools::{self, Pools};
use crate::submitted::{Ended, Submitted};

/// Where a hop runs its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The runtime's worker.
    Runtime,
    /// The thread that runs the `LocalSet`.
    Local,
    /// The thread of a pool of local tasks.
    Pinned,
    /// The runtime's blocking thread.
    Blocking,
    /// A thread of its own.
    Thread,
    /// A thread that runs closures for anyone.
    Foreign,
    /// The pool's thread.
    Pool,
    /// The thread of rayon's pool.
    Rayon,
    /// The same, for work that the caller waits for.
    RayonWaited,
    /// The thread that submits.
    Caller,
}

impl Place {
    /// Whether submitting returns when the work has ended.
    pub(crate) fn runs_in_the_call(self) -> bool {
        matches!(self, Self::RayonWaited | Self::Caller)
    }

    /// Whether work that has not begun can be taken back, or dropped by whoever has it.
    pub(crate) fn gives_back(self) -> bool {
        !self.runs_in_the_call() && self != Self::Rayon
    }
}

/// The two runtimes that every promise is kept on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Flavour {
    /// The submitter and the tasks take turns on one thread, and time is paused.
    CurrentThread,
    /// Tasks run on a thread of their own.
    MultiThread,
}

pub(crate) const FLAVOURS: [Flavour; 2] = [Flavour::CurrentThread, Flavour::MultiThread];

/// One worker of each kind.
pub(crate) struct Worker {
    runtime: Runtime,
    on: On,
    own_span: Option<Span>,
}

impl Worker {
    pub(crate) fn new(flavour: Flavour) -> Self {
        Self::with_span(flavour, None)
    }

    /// Every thread runs inside this span of its own.
    pub(crate) fn with_span(flavour: Flavour, own_span: Option<Span>) -> Self {
        let mut builder = match flavour {
            Flavour::CurrentThread => Builder::new_current_thread(),
            Flavour::MultiThread => Builder::new_multi_thread(),
        };
        builder.worker_threads(1).max_blocking_threads(1).enable_time();
        builder.start_paused(flavour == Flavour::CurrentThread);
        if let Some(span) = own_span.clone().and_then(|span| span.id()) {
            let ends = span.clone();
            builder.on_thread_start(move || get_default(|subscriber| subscriber.enter(&span)));
            // The subscriber knows threads by numbers that it uses again for later threads.
            builder.on_thread_stop(move || get_default(|subscriber| subscriber.exit(&ends)));
        }
        let runtime = match builder.build() {
            Ok(runtime) => runtime,
            Err(error) => panic!("no runtime: {error}"),
        };
        let of_foreign = own_span.clone();
        let pools = Arc::new(Pools::new(own_span.clone()));
        let foreign = JobThread::start(move || of_foreign.map(Span::entered));
        let local_pool = Arc::new(LocalPool::new(own_span.as_ref().and_then(Span::id)));
        let on = On { runtime: runtime.handle().clone(), foreign, local_pool, pools, flavour, threads: Arc::default() };
        Self { runtime, on, own_span }
    }

    /// Runs the body of a test, which submits, inside the runtime and a `LocalSet`.
    pub(crate) fn run<O>(&self, body: impl AsyncFnOnce(&On) -> O) -> O {
        let _own = self.own_span.as_ref().map(Span::enter);
        LocalSet::new().block_on(&self.runtime, body(&self.on))
    }
}

/// The workers, for a submitter.
#[derive(Clone)]
pub(crate) struct On {
    runtime: Handle,
    foreign: JobThread,
    local_pool: Arc<LocalPool>,
    pools: Arc<Pools>,
    flavour: Flavour,
    /// Held while threads must not begin.
    threads: Arc<Mutex<()>>,
}

/// A job for an executor that is not ours.
pub(crate) enum Foreign {
    Closure(Box<dyn FnOnce() -> Out + Send>),
    Future(BoxFuture<'static, Out>),
}

impl On {
    /// Work may be submitted from any thread.
    pub(crate) fn enter(&self) -> EnterGuard<'_> {
        self.runtime.enter()
    }

    pub(crate) fn runtime(&self) -> &Handle {
        &self.runtime
    }

    pub(crate) fn pools(&self) -> &Pools {
        &self.pools
    }

    /// A job of a pool that has to be waited for before there is a handle.
    pub(crate) fn job<E: Error + Send + 'static>(
        &self,
        submits: impl Future<Output = Result<JobHandle<Out>, E>> + Send + 'static,
    ) -> Submitted<'static> {
        let ended = async move {
            match submits.await {
                Ok(job) => pools::ended(job.withdraw_on_drop().await),
                Err(error) => panic!("not submitted: {error}"),
            }
        };
        Submitted::task(raw::task_on(&self.runtime, ended))
    }

    /// A job of rayon's that tells how it ended; then what its thread does after it has been done as well.
    pub(crate) fn told(&self, told: oneshot::Receiver<Ended>) -> Submitted<'static> {
        let pools = Arc::clone(&self.pools);
        let ended = async move {
            let ended = told.await.unwrap_or(Ended::Dropped);
            pools.probe_rayon().await;
            ended
        };
        Submitted::task(raw::task_on(&self.runtime, ended))
    }

    pub(crate) fn local_pool(&self) -> &Arc<LocalPool> {
        &self.local_pool
    }

    pub(crate) fn hand_over(&self, job: Foreign) -> Submitted<'static> {
        match job {
            Foreign::Future(job) => Submitted::task(raw::task_on(&self.runtime, job)),
            Foreign::Closure(job) => {
                let (sender, ended) = oneshot::channel();
                self.foreign.run(move || {
                    let ended = match catch_unwind(AssertUnwindSafe(job)) {
                        Ok(out) => out.into(),
                        Err(payload) => Ended::panicked(&*payload),
                    };
                    // Nobody may wait for it.
                    let _ = sender.send(ended);
                });
                Submitted::sent(ended)
            }
        }
    }

    /// What a new thread waits at before it begins.
    pub(crate) fn threads(&self) -> Arc<Mutex<()>> {
        Arc::clone(&self.threads)
    }

    /// Looks at a worker between two jobs. A thread of its own is never between two.
    pub(crate) async fn probe(&self, place: Place) -> Probe {
        let probe = match place {
            Place::Runtime => raw::task(async { Probe::here() }),
            Place::Local => raw::local_task(async { Probe::here() }),
            Place::Blocking => raw::blocking_on(&self.runtime, Probe::here),
            Place::Pinned => self.local_pool.call(Probe::here),
            Place::Caller => return Probe::here(),
            Place::Pool => return self.pools.probe_pool().await,
            Place::Rayon | Place::RayonWaited => return self.pools.probe_rayon().await,
            Place::Foreign | Place::Thread => {
                let (sender, probe) = oneshot::channel();
                self.foreign.run(move || assert!(sender.send(Probe::here()).is_ok(), "the probe is awaited"));
                raw::task(async move { probe.await.expect("the thread always answers") })
            }
        };
        match probe.await {
            Ok(probe) => probe,
            Err(error) => panic!("a probe failed: {error}"),
        }
    }

    /// Keeps the worker from taking up work until the result is dropped.
    pub(crate) fn occupy(&self, place: Place) -> Busy<'_> {
        let (begun, begins) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let occupation = move || {
            let _ = begun.send(());
            // Ends with the sender.
            let _ = released.recv();
        };
        match place {
            Place::Runtime if self.flavour == Flavour::MultiThread => {
                raw::task_on(&self.runtime, async move { occupation() });
            }
            Place::Blocking => {
                raw::blocking_on(&self.runtime, occupation);
            }
            Place::Pinned => {
                self.local_pool.call(occupation);
            }
            Place::Foreign => self.foreign.run(occupation),
            Place::Pool => self.pools.occupy_pool(occupation),
            Place::Rayon => self.pools.rayon().spawn(occupation),
            Place::RayonWaited | Place::Caller => panic!("the caller waits for its own work"),
            Place::Thread => {
                return Busy::Threads { _held: self.threads.lock().unwrap_or_else(PoisonError::into_inner) };
            }
            // Runs on this thread, when the submitter awaits.
            Place::Runtime | Place::Local => return Busy::UntilAwait,
        }
        assert!(begins.recv().is_ok(), "the worker did not take up work");
        Busy::Occupied { _release: release }
    }
}

/// A worker between two jobs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Probe {
    pub(crate) span: Option<Id>,
    pub(crate) thread: ThreadId,
    pub(crate) old: Old,
}

impl Probe {
    pub(crate) fn here() -> Self {
        Self { span: current_span(), thread: thread::current().id(), old: Old::of_a_worker() }
    }
}

/// A worker that is kept busy.
pub(crate) enum Busy<'o> {
    UntilAwait,
    Occupied { _release: mpsc::Sender<()> },
    Threads { _held: MutexGuard<'o, ()> },
}
