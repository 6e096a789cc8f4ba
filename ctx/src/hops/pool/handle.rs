//! The handle of a job: a future, or something to block on.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};

use super::job::Outcome;
use super::job_error::{JobError, NotRun};
use super::signal::block_on;
use super::threads::Threads;

/// A job that a [`Pool`](crate::Pool) took: a future of its result, on any executor, or [`wait`](Self::wait).
///
/// Dropping the handle lets the job run on, as with a task. A panic of the job was reported when it happened, with its context
/// and the line that submitted it; its payload is in the error.
///
/// # Example
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let gate = ctx::Gate::new();
/// # let turn = gate.admit(TenantId("acme"), (), ())?;
/// let pool = ctx::Pool::builder().threads(2).build()?;
/// assert_eq!(pool.submit(&turn, |ctx| ctx.tenant().0.len())?.await?, 4);
///
/// let error = pool.submit(&turn, |_| panic!("boom"))?.await.unwrap_err();
/// assert_eq!(error.try_into_panic()?.downcast_ref(), Some(&"boom"));
/// # Ok(()) }
/// ```
#[must_use = "a job whose handle is dropped runs on, and nobody learns of its result: say so with `drop`"]
pub struct JobHandle<O> {
    job: Arc<dyn Outcome<O>>,
    threads: Arc<Threads>,
    withdraw_on_drop: bool,
}

impl<O> JobHandle<O> {
    pub(super) fn new(job: Arc<dyn Outcome<O>>, threads: Arc<Threads>) -> Self {
        Self { job, threads, withdraw_on_drop: false }
    }

    /// Blocks until the job has ended. For code that is not async: in a task it holds up a thread of the executor.
    ///
    /// On one of the pool's own threads, that is in another job, it cannot deadlock: a job that has not begun is run right
    /// here, before those that are ahead of it in the queue. (To block on the handle as a *future* there, with some
    /// `block_on`, can: the pool does not see it.)
    ///
    /// # Errors
    ///
    /// The job panicked, or was not run.
    pub fn wait(mut self) -> Result<O, JobError> {
        if self.threads.shared().is_own_thread() {
            self.job.run(&|| ());
            self.leave_queue();
        }
        block_on(&mut self)
    }

    /// Takes the job back, if it has not begun: it is not run, and this handle gives an error with
    /// [`is_withdrawn`](JobError::is_withdrawn). `false` when it has begun, or ended; it cannot be stopped then, but its
    /// context can be asked: [`Ctx::check`](crate::Ctx::check).
    pub fn withdraw(&self) -> bool {
        let withdrawn = self.job.refuse(NotRun::Withdrawn);
        if withdrawn {
            self.leave_queue();
        }
        withdrawn
    }

    /// [`withdraw`](Self::withdraw)s the job when this handle is dropped: a job that nobody waits for any more is not begun.
    pub fn withdraw_on_drop(mut self) -> Self {
        self.withdraw_on_drop = true;
        self
    }

    /// Whether it has ended, or will never run.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.job.has_ended()
    }

    fn leave_queue(&self) {
        self.threads.leave_queue(Arc::as_ptr(&self.job).cast());
    }
}

/// # Panics
///
/// When it is polled after it had ended.
impl<O> Future for JobHandle<O> {
    type Output = Result<O, JobError>;

    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        self.job.poll(cx.waker())
    }
}

impl<O> Drop for JobHandle<O> {
    fn drop(&mut self) {
        if self.withdraw_on_drop {
            self.withdraw();
        }
        self.job.let_go();
    }
}

impl<O> fmt::Debug for JobHandle<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobHandle").field("job", &self.job.facts()).field("finished", &self.is_finished()).finish()
    }
}
