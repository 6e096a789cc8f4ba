//! The end of a pool: finish what is queued, or give it back.

use std::fmt;
use std::future::poll_fn;
use std::panic::Location;
use std::time::{Duration, Instant};

use super::job::AnyJob;
use super::job_error::NotRun;
use super::signal::block_on_until;
use super::submission::Pool;

impl Pool {
    /// Takes no more jobs, and finishes those that are queued; the threads then end. What waits for room is rejected.
    ///
    /// Happens by itself when the last clone of the pool is dropped, which does not wait for anything.
    pub fn close(&self) {
        self.shared().close();
    }

    /// Whether it takes no more jobs.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.shared().is_closed()
    }

    /// Takes no more jobs, and gives back those that are queued, in their order. Jobs that run are not stopped; their contexts
    /// may be.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::sync::mpsc;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # let gate = ctx::Gate::new();
    /// # let turn = gate.admit(TenantId("acme"), (), ())?;
    /// # let (release, held) = mpsc::sync_channel::<()>(0);
    /// let pool = ctx::Pool::builder().threads(1).build()?;
    /// # let busy = pool.submit(&turn, move |_| held.iter().count())?;
    /// # release.send(())?; // it runs
    /// let first = pool.submit(&turn, |ctx| ctx.tenant().to_string())?;
    /// let second = pool.submit(&turn, |ctx| ctx.tenant().to_string())?;
    ///
    /// let mut unrun = pool.shutdown_now();
    /// assert_eq!(unrun.len(), 2);
    /// unrun.remove(0).run(); // here, or on a thread of your own
    /// assert_eq!(first.wait()?, "acme");
    /// drop(unrun);
    /// assert!(second.wait().unwrap_err().is_shut_down());
    /// # drop(release); busy.wait()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "a job that is dropped is not run"]
    pub fn shutdown_now(&self) -> Vec<UnrunJob> {
        self.close();
        self.shared().take_queue().into_iter().map(UnrunJob::new).collect()
    }

    /// Takes no more jobs, finishes those that are queued, and waits for the last thread to end; when `grace` has passed, gives
    /// back what has not begun and says what still runs.
    ///
    /// Dropping the future leaves the pool closed. In a job of the pool itself it would wait for that job.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with time enabled.
    #[cfg(feature = "tokio")]
    pub async fn drain(&self, grace: Duration) -> PoolReport {
        self.close();
        match tokio::time::timeout(grace, self.ended()).await {
            Ok(()) => PoolReport::default(),
            Err(_) => self.what_is_left(),
        }
    }

    /// [`drain`](Self::drain) for code that is not async.
    pub fn drain_blocking(&self, grace: Duration) -> PoolReport {
        self.close();
        // What is too long for the clock has no end.
        match block_on_until(self.ended(), Instant::now().checked_add(grace)) {
            Some(()) => PoolReport::default(),
            None => self.what_is_left(),
        }
    }

    fn ended(&self) -> impl Future<Output = ()> {
        poll_fn(|cx| self.shared().poll_end(cx.waker()))
    }

    fn what_is_left(&self) -> PoolReport {
        let unrun = self.shutdown_now();
        PoolReport { unrun, running: self.shared().running() }
    }
}

/// What a pool had not done when the grace of its [`drain`](Pool::drain_blocking) ended.
#[derive(Debug, Default)]
#[must_use = "the report holds the jobs that were not run"]
pub struct PoolReport {
    unrun: Vec<UnrunJob>,
    running: Vec<RunningJob>,
}

impl PoolReport {
    /// Whether everything had been done.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.unrun.is_empty() && self.running.is_empty()
    }

    /// The jobs that still run. They are not stopped, and their threads end with them.
    #[must_use]
    pub fn running(&self) -> &[RunningJob] {
        &self.running
    }

    /// The jobs that have not begun, in their order.
    pub fn unrun(&self) -> &[UnrunJob] {
        &self.unrun
    }

    /// The jobs that have not begun, to be run elsewhere.
    #[must_use = "a job that is dropped is not run"]
    pub fn into_unrun(self) -> Vec<UnrunJob> {
        self.unrun
    }
}

/// A line each, or `every job was done`.
impl fmt::Display for PoolReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_clean() {
            return f.write_str("every job was done");
        }
        let running = self.running.iter().map(|job| (job, "still runs"));
        let unrun = self.unrun.iter().map(|job| (&job.facts, "was not run"));
        for (at, (job, what)) in running.chain(unrun).enumerate() {
            let line_feed = if at == 0 { "" } else { "\n" };
            write!(f, "{line_feed}a job of `{}`, submitted at {}, {what}", job.kind, job.site)?;
        }
        Ok(())
    }
}

/// A job as a report names it: what started the work it belongs to, and where it was submitted.
#[derive(Clone, Copy, Debug)]
pub struct RunningJob {
    kind: &'static str,
    site: &'static Location<'static>,
}

impl RunningJob {
    pub(super) fn new(kind: &'static str, site: &'static Location<'static>) -> Self {
        Self { kind, site }
    }

    /// The [`kind`](crate::Ctx::kind) of the context it was submitted with.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The line that submitted it.
    #[must_use]
    pub fn submitted_at(&self) -> &'static Location<'static> {
        self.site
    }
}

/// A job that a pool gave back. [`run`](Self::run) it somewhere; dropped, its handle gives an error with
/// [`is_shut_down`](crate::hops::JobError::is_shut_down).
#[must_use = "a job that is dropped is not run"]
pub struct UnrunJob {
    job: AnyJob,
    facts: RunningJob,
}

impl UnrunJob {
    fn new(job: AnyJob) -> Self {
        let facts = job.facts();
        Self { job, facts }
    }

    /// The [`kind`](crate::Ctx::kind) of the context it was submitted with.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.facts.kind
    }

    /// The line that submitted it.
    #[must_use]
    pub fn submitted_at(&self) -> &'static Location<'static> {
        self.facts.site
    }

    /// Runs it on this thread, inside its own span, as the pool would have: its handle gets the result, or its panic, which
    /// does not come through here.
    pub fn run(self) {
        self.job.run(&|| ());
    }
}

impl Drop for UnrunJob {
    fn drop(&mut self) {
        // Nothing, when it has been run.
        self.job.refuse(NotRun::ShutDown);
    }
}

impl fmt::Debug for UnrunJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UnrunJob").field(&self.facts).finish()
    }
}
