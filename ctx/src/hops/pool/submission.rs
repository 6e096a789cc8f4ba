//! The pool, and how a job gets into it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll, Waker};

use super::handle::JobHandle;
use super::job::{AnyJob, Task};
use super::job_error::NotRun;
use super::queue::{Closed, Offer, Shared, Ticket};
use super::rejected::{Refusal, Rejected};
use super::shutdown::RunningJob;
use super::signal::block_on;
use super::threads::Threads;
use super::when_full::WhenFull;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin as PinSlot;
use crate::tenant::TenantSlot;

/// Threads for blocking or computing work. A job runs under the context it was submitted with; the threads have none of their
/// own, so one pool serves all tenants and the platform, and belongs beside the gate in the state of the application.
///
/// - **Who is alive.** The pool does not count for [`Gate::drain`](crate::Gate::drain), a job does: it holds its turn from the
///   submission until it has run.
/// - **Late jobs.** A job whose turn is cancelled, or past its deadline, when a thread takes it up, is not begun: its handle
///   gives an error. One that has to run all the same is submitted with [`ctx.detach("..")`](Ctx::detach).
/// - **Panics.** Reported once with the job's context and the line that submitted it, and given to its handle. The thread
///   serves the next job.
/// - **Jobs that wait for jobs** of the same pool do so with [`JobHandle::wait`], which runs what has not begun.
/// - **Drop.** A clone is another handle to the same pool. When the last is dropped the pool is closed, as by
///   [`close`](Self::close): what is queued is still run. Nothing is waited for; [`drain`](Self::drain_blocking) does.
#[derive(Clone)]
pub struct Pool {
    owner: Arc<Owner>,
}

/// Closes the pool with its last handle: the threads themselves hold the rest.
struct Owner(Arc<Threads>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.shared().close();
    }
}

impl Pool {
    pub(super) fn of(threads: Arc<Threads>) -> Self {
        Self { owner: Arc::new(Owner(threads)) }
    }

    pub(super) fn shared(&self) -> &Shared<AnyJob> {
        self.owner.0.shared()
    }

    /// Submits a job. The job holds `ctx`, and so its turn, until it has run.
    ///
    /// In async code with [`WhenFull::Block`], which blocks the thread here, use [`submit_async`](Self::submit_async).
    ///
    /// # Errors
    ///
    /// Gives the work back when the pool was shut down; when it is full and [`WhenFull`] says so; when it has no thread and
    /// gets none.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// type Ctx = ctx::Ctx<TenantId>;
    ///
    /// fn score(ctx: &Ctx, pool: &ctx::Pool, words: Vec<String>) -> Result<usize, Box<dyn std::error::Error>> {
    ///     let score = pool.submit(ctx, move |ctx| words.iter().filter(|word| **word == ctx.tenant().0).count())?;
    ///     Ok(score.wait()?)
    /// }
    ///
    /// let gate = ctx::Gate::new();
    /// let pool = ctx::Pool::builder().threads(2).build()?;
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// assert_eq!(score(&turn, &pool, vec!["acme".into(), "globex".into()])?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn submit<O, F, T, P, L>(&self, ctx: &Ctx<T, P, L>, work: F) -> Result<JobHandle<O>, Rejected<F>>
    where
        F: FnOnce(&Ctx<T, P, L>) -> O + Send + 'static,
        O: Send + 'static,
        T: TenantSlot,
        P: PinSlot,
        L: LogFields,
    {
        let threads = &self.owner.0;
        let task = Task::new(ctx, work);
        match place_or_block(threads, task.clone()) {
            Ok(()) => Ok(JobHandle::new(task, Arc::clone(threads))),
            Err(why) => Err(Rejected::new(task.take_back(), why)),
        }
    }

    /// [`submit`](Self::submit) for async code: with [`WhenFull::Block`] the task waits for room, and not its thread. The job's
    /// context is captured by the call; the job is submitted when the future is first polled.
    ///
    /// A future that is dropped before it is done takes its job back.
    ///
    /// # Errors
    ///
    /// As [`submit`](Self::submit).
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ctx::{Pool, WhenFull};
    ///
    /// let pool = Pool::builder().threads(1).queue(1).when_full(WhenFull::Block).build()?;
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// for row in 0..10 {
    ///     let handle = pool.submit_async(&turn, move |ctx| format!("{}: {row}", ctx.tenant())).await?;
    ///     assert_eq!(handle.await?, format!("acme: {row}"));
    /// }
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn submit_async<O, F, T, P, L>(
        &self,
        ctx: &Ctx<T, P, L>,
        work: F,
    ) -> impl Future<Output = Result<JobHandle<O>, Rejected<F>>> + Send + use<O, F, T, P, L>
    where
        F: FnOnce(&Ctx<T, P, L>) -> O + Send + 'static,
        O: Send + 'static,
        T: TenantSlot,
        P: PinSlot,
        L: LogFields,
    {
        let threads = Arc::clone(&self.owner.0);
        let task = Task::new(ctx, work);
        async move {
            match Submission::new(&threads, task.clone()).await {
                Ok(()) => Ok(JobHandle::new(task, threads)),
                Err(why) => Err(Rejected::new(task.take_back(), why)),
            }
        }
    }

    /// How many jobs wait for a thread.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.shared().queued()
    }

    /// The jobs that threads of the pool work on.
    #[must_use]
    pub fn running(&self) -> Vec<RunningJob> {
        self.shared().running()
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.shared().threads()
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = self.shared();
        f.debug_struct("Pool")
            .field("threads", &shared.threads())
            .field("queued", &shared.queued())
            .finish_non_exhaustive()
    }
}

fn place_or_block(threads: &Arc<Threads>, job: AnyJob) -> Result<(), Refusal> {
    let blocks = threads.shared().limits().when_full == WhenFull::Block;
    match place(threads, &job, None) {
        Ok(_) => Ok(()),
        Err(Refusal::Full) if blocks && threads.shared().is_own_thread() => {
            job.run(&|| ());
            Ok(())
        }
        Err(Refusal::Full) if blocks => block_on(Submission::new(threads, job)),
        Err(why) => Err(why),
    }
}

/// Offers a job and does what follows from it; a ticket, if it has to wait.
fn place(threads: &Arc<Threads>, job: &AnyJob, waker: Option<&Waker>) -> Result<Option<Ticket>, Refusal> {
    match threads.shared().offer(job, waker) {
        Offer::Queued => Ok(None),
        Offer::Waits(ticket) => Ok(Some(ticket)),
        Offer::StartThread => match threads.start(Some(job.clone())) {
            Ok(()) => Ok(None),
            Err(error) => match threads.shared().not_started(Some(job)) {
                None => Ok(None),
                Some(stranded) => {
                    for other in stranded {
                        other.refuse(NotRun::NoThread);
                    }
                    Err(Refusal::NoThread(error))
                }
            },
        },
        Offer::RunOnCaller => {
            job.run(&|| ());
            Ok(None)
        }
        Offer::Displaced(oldest) => {
            oldest.refuse(NotRun::Displaced);
            Ok(None)
        }
        Offer::Full => Err(Refusal::Full),
        Offer::Closed => Err(Refusal::Closed),
    }
}

/// Until a job has its place.
struct Submission<'t> {
    threads: &'t Arc<Threads>,
    job: AnyJob,
    step: Step,
}

enum Step {
    New,
    Waits(Ticket),
    Done,
}

impl<'t> Submission<'t> {
    fn new(threads: &'t Arc<Threads>, job: AnyJob) -> Self {
        Self { threads, job, step: Step::New }
    }
}

impl Future for Submission<'_> {
    type Output = Result<(), Refusal>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        let placed = match self.step {
            Step::New => match place(self.threads, &self.job, Some(cx.waker())) {
                Ok(Some(ticket)) => {
                    self.step = Step::Waits(ticket);
                    return Poll::Pending;
                }
                Ok(None) => Ok(()),
                Err(why) => Err(why),
            },
            Step::Waits(ticket) => match self.threads.shared().placed(ticket, cx.waker()) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(placed) => placed.map_err(|Closed| Refusal::Closed),
            },
            Step::Done => panic!("polled after it had ended"),
        };
        self.step = Step::Done;
        Poll::Ready(placed)
    }
}

impl Drop for Submission<'_> {
    fn drop(&mut self) {
        let Step::Waits(ticket) = self.step else { return };
        if self.threads.shared().give_up(ticket) {
            return;
        }
        // It has got its place in the meantime, and may have begun.
        if self.job.refuse(NotRun::Withdrawn) {
            self.threads.leave_queue(Arc::as_ptr(&self.job).cast());
        }
        self.job.let_go();
    }
}
