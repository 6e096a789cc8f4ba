//! The pools that hops run on: one thread each, started when a test first asks for them.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{OnceLock, mpsc};

use ctx::hops::{JobError, JobHandle};
use ctx::{Pool, WhenFull};
use futures_util::FutureExt;
use rayon::{ThreadPool, ThreadPoolBuilder};
use support::{PlatformCtx, gate, platform};
use tokio::sync::oneshot;
use tracing::Span;
use tracing::dispatcher::get_default;

use crate::job::{Inside, Job, Out};
use crate::submitted::{Ended, Submitted};
use crate::worker::Probe;

pub(crate) struct Pools {
    /// Every thread runs inside this span of its own.
    own_span: Option<Span>,
    pool: OnceLock<Pool>,
    full: OnceLock<Full>,
    rayon: OnceLock<ThreadPool>,
}

/// A pool that has no room: its one thread has a job until this is dropped.
struct Full {
    pool: Pool,
    _release: mpsc::Sender<()>,
}

impl Pools {
    pub(crate) fn new(own_span: Option<Span>) -> Self {
        Self { own_span, pool: OnceLock::new(), full: OnceLock::new(), rayon: OnceLock::new() }
    }

    pub(crate) fn pool(&self) -> &Pool {
        self.pool.get_or_init(|| {
            let mut builder = Pool::builder().threads(1);
            if let Some(span) = self.own_span.as_ref().and_then(Span::id) {
                let ends = span.clone();
                builder = builder.on_thread_start(move || get_default(|subscriber| subscriber.enter(&span)));
                builder = builder.on_thread_stop(move || get_default(|subscriber| subscriber.exit(&ends)));
            }
            builder.build().unwrap_or_else(|error| panic!("no pool: {error}"))
        })
    }

    /// Runs jobs on the caller.
    pub(crate) fn full(&self) -> &Pool {
        let full = self.full.get_or_init(|| {
            let builder = Pool::builder().threads(1).queue(0).when_full(WhenFull::RunOnCaller);
            let pool = builder.build().unwrap_or_else(|error| panic!("no pool: {error}"));
            let (release, released) = mpsc::channel::<()>();
            drop(as_infrastructure(|ctx| pool.submit(ctx, move |_| released.recv().is_err())));
            Full { pool, _release: release }
        });
        &full.pool
    }

    pub(crate) fn rayon(&self) -> &ThreadPool {
        self.rayon.get_or_init(|| {
            let mut builder = ThreadPoolBuilder::new().num_threads(1);
            if let Some(span) = self.own_span.as_ref().and_then(Span::id) {
                let ends = span.clone();
                builder = builder.start_handler(move |_| get_default(|subscriber| subscriber.enter(&span)));
                builder = builder.exit_handler(move |_| get_default(|subscriber| subscriber.exit(&ends)));
            }
            builder.build().unwrap_or_else(|error| panic!("no pool: {error}"))
        })
    }

    /// Looks at the pool's thread between two jobs, that is below the span of the job that looks.
    pub(crate) async fn probe_pool(&self) -> Probe {
        let looks = as_infrastructure(|ctx| {
            self.pool().submit(ctx, |ctx| {
                let Some(of_job) = ctx.span_id() else { panic!("without a subscriber there is nothing to see") };
                get_default(|subscriber| subscriber.exit(&of_job));
                let probe = Probe::here();
                get_default(|subscriber| subscriber.enter(&of_job));
                probe
            })
        });
        match looks {
            Ok(probe) => probe.await.expect("a probe does not fail"),
            Err(error) => panic!("no probe: {error}"),
        }
    }

    pub(crate) async fn probe_rayon(&self) -> Probe {
        let (sender, probe) = oneshot::channel();
        self.rayon().spawn(move || drop(sender.send(Probe::here())));
        probe.await.expect("the thread always answers")
    }

    pub(crate) fn occupy_pool(&self, occupation: impl FnOnce() + Send + 'static) {
        drop(as_infrastructure(|ctx| self.pool().submit(ctx, |_| occupation())));
    }
}

/// With a context of another gate than the test's.
fn as_infrastructure<O>(submit: impl FnOnce(&PlatformCtx) -> O) -> O {
    submit(&platform(&gate(), "infrastructure"))
}

/// A job that tells how it ended, as rayon gives no handle.
pub(crate) struct Told(Job, oneshot::Sender<Ended>);

impl Told {
    pub(crate) fn of(job: Job) -> (Self, oneshot::Receiver<Ended>) {
        let (sender, ended) = oneshot::channel();
        (Self(job, sender), ended)
    }

    pub(crate) fn run(self, ctx: &dyn Inside) {
        let Self(job, sender) = self;
        match catch_unwind(AssertUnwindSafe(|| job.run_now(ctx))) {
            Ok(out) => drop(sender.send(out.into())),
            Err(payload) => {
                drop(sender.send(Ended::panicked(&*payload)));
                resume_unwind(payload)
            }
        }
    }
}

/// How the job of a pool ended.
pub(crate) fn ended(ended: Result<Out, JobError>) -> Ended {
    match ended {
        Ok(out) => out.into(),
        Err(error) => error.try_into_panic().map_or(Ended::Dropped, |payload| Ended::panicked(&*payload)),
    }
}

/// A job that ran inside the call that submitted it.
pub(crate) fn ran_already(job: JobHandle<Out>) -> Submitted<'static> {
    match job.now_or_never() {
        Some(how) => Submitted::ended_already(ended(how)),
        None => panic!("a full pool runs it on the caller"),
    }
}

/// For work that the caller waits for.
pub(crate) fn in_the_call(work: impl FnOnce() -> Out) -> Submitted<'static> {
    let ended = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(out) => out.into(),
        Err(payload) => Ended::panicked(&*payload),
    };
    Submitted::ended_already(ended)
}
