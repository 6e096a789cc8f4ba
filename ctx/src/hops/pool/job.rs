//! A job: work with its context on the way through a pool, and what comes of it on the way back.

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;
use std::task::{Poll, Waker};

use super::job_error::{JobError, NotRun};
use super::queue::Queued;
use super::shutdown::RunningJob;
use super::slot::Slot;
use crate::context::Ctx;
use crate::hops::kinds::PoolJob;
use crate::hops::observed::Hop;
use crate::hops::panics::quietly;

/// A job as the queue knows it.
pub(super) trait Job: Send + Sync {
    /// Runs it, unless it has begun or its turn has to stop. Calls `done` before anyone learns of its end. Never panics.
    fn run(&self, done: &dyn Fn()) -> Ran;
    /// Ends it with an error, unless it has begun: `false` then.
    fn refuse(&self, why: NotRun) -> bool;
    /// Nobody waits any more.
    fn let_go(&self);
    fn facts(&self) -> RunningJob;
}

/// What running a job came to, for the thread that did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ran {
    Well,
    Panicked,
}

/// A job as its handle knows it.
pub(super) trait Outcome<O>: Job {
    fn poll(&self, waker: &Waker) -> Poll<Result<O, JobError>>;
    fn has_ended(&self) -> bool;
}

pub(super) type AnyJob = Arc<dyn Job>;

impl Queued for AnyJob {
    type Facts = RunningJob;

    fn facts(&self) -> RunningJob {
        (**self).facts()
    }
}

/// In one allocation, for the queue and for the handle.
pub(super) struct Task<F, O, T, P, L> {
    slot: Slot<Bound<F, T, P, L>, Result<O, JobError>>,
    facts: RunningJob,
}

/// Work that has not begun; dropped before its context is.
struct Bound<F, T, P, L> {
    work: F,
    hop: Hop<PoolJob, T, P, L>,
}

impl<F, O, T, P, L> Task<F, O, T, P, L> {
    #[track_caller]
    pub(super) fn new(ctx: &Ctx<T, P, L>, work: F) -> Arc<Self> {
        let facts = RunningJob::new(ctx.kind(), Location::caller());
        Arc::new(Self { slot: Slot::new(Bound { work, hop: ctx.hop() }), facts })
    }

    /// The work of a job that no pool has taken.
    pub(super) fn take_back(&self) -> F {
        match self.slot.begin() {
            Some(Bound { work, .. }) => work,
            None => unreachable!("only a pool that took the job begins it"),
        }
    }
}

impl<F, O, T, P, L> Job for Task<F, O, T, P, L>
where
    F: FnOnce(&Ctx<T, P, L>) -> O + Send,
    O: Send,
    Ctx<T, P, L>: Send + Sync,
{
    fn run(&self, done: &dyn Fn()) -> Ran {
        let Some(Bound { work, hop }) = self.slot.begin() else { return Ran::Well };
        if let Err(error) = hop.ctx().check() {
            self.end_not_run(Bound { work, hop }, NotRun::Stopped(error), done);
            return Ran::Well;
        }
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let out = hop.call(work);
            if self.slot.is_awaited() {
                return Some(out);
            }
            hop.call(|_| drop(out));
            None
        }));
        // Before anyone learns of the end: who waited for it finds its context released.
        quietly(|| drop(hop));
        done();
        let (out, ran) = match ended {
            Ok(out) => (out.map(Ok), Ran::Well),
            Err(payload) => (Some(Err(JobError::panicked(payload))), Ran::Panicked),
        };
        if let Some(out) = out {
            // Comes back when the handle was dropped just now.
            let out = self.slot.end(out);
            quietly(|| drop(out));
        }
        ran
    }

    fn refuse(&self, why: NotRun) -> bool {
        let Some(bound) = self.slot.begin() else { return false };
        self.end_not_run(bound, why, &|| ());
        true
    }

    fn let_go(&self) {
        drop(self.slot.let_go());
    }

    fn facts(&self) -> RunningJob {
        self.facts
    }
}

impl<F, O, T, P, L> Task<F, O, T, P, L> {
    /// Drops the work inside its own span: whoever does it may be another tenant's.
    fn end_not_run(&self, Bound { work, hop }: Bound<F, T, P, L>, why: NotRun, done: &dyn Fn()) {
        quietly(|| {
            hop.call(|_| {
                #[cfg(feature = "tracing")]
                log_not_run(&why, self.facts);
                drop(work);
            });
        });
        quietly(|| drop(hop));
        done();
        let out = self.slot.end(Err(JobError::not_run(why)));
        quietly(|| drop(out));
    }
}

/// Logs in the span that is current, which is the job's. A handle that was dropped could tell nobody.
#[cfg(feature = "tracing")]
fn log_not_run(why: &NotRun, job: RunningJob) {
    const TARGET: &str = "ctx::pool";
    let (reason, spawned_at) = (why.why(), job.submitted_at());
    if why.is_a_loss() {
        tracing::warn!(target: TARGET, reason, %spawned_at, "a job was not run");
    } else {
        tracing::debug!(target: TARGET, reason, %spawned_at, "a job was not run");
    }
}

impl<F, O, T, P, L> Outcome<O> for Task<F, O, T, P, L>
where
    Self: Job,
{
    fn poll(&self, waker: &Waker) -> Poll<Result<O, JobError>> {
        self.slot.poll(waker)
    }

    fn has_ended(&self) -> bool {
        self.slot.has_ended()
    }
}
