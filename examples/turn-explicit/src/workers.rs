//! The threads for work that would hold up the runtime: scoring documents, evaluating expressions.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, anyhow};
use ctx::with_ctx;
use tokio::sync::oneshot;

use crate::Ctx;

/// A fixed number of threads and one queue. A job brings its context along; the threads have none of a tenant's.
pub(crate) struct Workers {
    queue: Sender<Job>,
}

type Job = Box<dyn FnOnce() + Send>;

impl Workers {
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) fn start(threads: usize) -> io::Result<Self> {
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 1..=threads {
            let jobs = jobs.clone();
            ctx.thread(&format!("worker-{number}"), move |_| run_jobs(&jobs))?;
        }
        Ok(Self { queue })
    }

    /// Runs `work` on a worker and waits for its result. Fails if it panics. A job that nobody waits for any more when its
    /// turn comes is not run.
    #[with_ctx]
    #[track_caller] // A panic is reported with the line that submitted the job, not with one of these.
    pub(crate) fn run<T, W>(&self, work: W) -> impl Future<Output = anyhow::Result<T>> + use<T, W>
    where
        T: Send + 'static,
        W: FnOnce(&Ctx) -> T + Send + 'static,
    {
        let (reply, result) = oneshot::channel();
        let job = ctx.bind(move |ctx| {
            if reply.is_closed() {
                ctx::warn!(ctx, "job not run, nobody waits for it");
                return;
            }
            // Whoever asked may have left in the meantime.
            let _ = reply.send(work(ctx));
        });
        let submitted = self.queue.send(Box::new(job)).map_err(|_| anyhow!("the workers have stopped"));
        async move {
            submitted?;
            result.await.context("the job panicked")
        }
    }
}

/// Ends when the queue's sending half is dropped.
fn run_jobs(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        // The panic has been reported, with the context of its job, and whoever waits for the result learns of it.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use ctx::testing;

    use super::*;
    use crate::for_tests::turn;

    #[tokio::test]
    async fn a_job_sees_its_own_context_also_after_a_panic_of_another_tenants() {
        let workers = Workers::start(&testing::platform("service", ()), 1).expect("a thread");
        let (acme, globex) = (turn("acme"), turn("globex"));
        let panicked = workers.run(&acme, |ctx| assert_eq!(ctx.tenant().as_str(), "globex")).await;
        assert!(panicked.is_err());
        let seen = workers.run(&globex, |ctx| ctx.tenant().clone()).await.expect("the job ends");
        assert_eq!(seen.as_str(), "globex");
        acme.log().assert_logged("a hop panicked");
        globex.log().assert_not_logged("a hop panicked");
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_is_not_run() {
        let workers = Workers::start(&testing::platform("service", ()), 1).expect("a thread");
        let acme = turn("acme");
        let (release, held) = channel::<()>();
        let ahead = workers.run(&acme, move |_| held.recv().is_err());
        drop(workers.run(&acme, |ctx| ctx::info!(ctx, "run all the same")));
        drop(release);
        assert!(ahead.await.expect("the job ends"));
        workers.run(&acme, |_| ()).await.expect("the job ends");
        acme.log().assert_logged("job not run");
        acme.log().assert_not_logged("run all the same");
    }
}
