//! The threads for work that would hold up the runtime: scoring documents, evaluating expressions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, anyhow};
use tokio::sync::oneshot;

use crate::context::{self, Captured};

/// A fixed number of threads and one queue. A job runs in the context it was submitted from.
pub(crate) struct Workers {
    queue: Sender<Job>,
}

struct Job {
    context: Option<Captured>,
    work: Box<dyn FnOnce() -> Result<(), NotFinished> + Send>,
}

#[derive(Debug)]
enum NotFinished {
    Abandoned,
    Panicked,
}

impl Workers {
    pub(crate) fn start(threads: usize) -> anyhow::Result<Self> {
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 1..=threads {
            let jobs = jobs.clone();
            let worker = thread::Builder::new().name(format!("worker-{number}"));
            worker.spawn(move || run_jobs(&jobs)).context("failed to start a worker")?;
        }
        Ok(Self { queue })
    }

    /// Runs `work` on a worker and waits for its result. Fails if it panics. A job that nobody waits for any more when its
    /// turn comes is not run.
    pub(crate) async fn run<T, W>(&self, work: W) -> anyhow::Result<T>
    where
        T: Send + 'static,
        W: FnOnce() -> T + Send + 'static,
    {
        let (reply, result) = oneshot::channel();
        let work = Box::new(move || {
            if reply.is_closed() {
                return Err(NotFinished::Abandoned);
            }
            reply.send(work()).map_err(|_| NotFinished::Abandoned)
        });
        let job = Job { context: Captured::current(), work };
        self.queue.send(job).map_err(|_| anyhow!("the workers have stopped"))?;
        result.await.context("the job panicked")
    }
}

/// Ends when the queue's sending half is dropped.
fn run_jobs(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if let Err(reason) = run_job(job) {
            tracing::warn!(?reason, "job not finished");
        }
    }
}

fn run_job(job: Job) -> Result<(), NotFinished> {
    if let Some(context) = job.context {
        context.set_on_thread();
    }
    catch_unwind(AssertUnwindSafe(job.work)).map_err(|_| NotFinished::Panicked)??;
    context::clear_thread();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{AgentPin, LogFields, TenantId};

    #[tokio::test]
    async fn a_job_sees_the_context_it_was_submitted_from() {
        let workers = Workers::start(1).expect("a thread");
        let acme = TenantId::parse("acme").expect("well-formed");
        let scope = Captured::new(acme.clone(), AgentPin::new("1"), LogFields::new("r-1"));
        let seen = scope.scope(workers.run(context::tenant)).await;
        assert_eq!(seen.expect("the job ends"), acme);
    }

    #[tokio::test]
    async fn a_panicking_job_is_an_error_and_the_worker_goes_on() {
        let workers = Workers::start(1).expect("a thread");
        let panicked = workers.run(|| assert_eq!(1, 2)).await;
        assert!(panicked.is_err());
        assert_eq!(workers.run(|| 1 + 1).await.expect("the job ends"), 2);
    }
}
