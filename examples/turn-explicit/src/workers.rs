//! The threads for work that would hold up the runtime: scoring documents, evaluating expressions.

use std::io;

use anyhow::Context as _;
use ctx::hops::JobHandle;
use ctx::{Pool, with_ctx};

use crate::Ctx;

/// A fixed number of threads and one queue. A job brings its context along; the threads have none of a tenant's.
pub(crate) struct Workers {
    pool: Pool,
}

impl Workers {
    pub(crate) fn start(threads: usize) -> io::Result<Self> {
        Ok(Self { pool: Pool::builder().name("worker").threads(threads).build()? })
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
        let submitted = self.pool.submit(ctx, work).map(JobHandle::withdraw_on_drop);
        async move { submitted?.await.context("no result from the workers") }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::for_tests::turn;

    #[tokio::test]
    async fn a_job_sees_its_own_context_also_after_a_panic_of_another_tenants() {
        let workers = Workers::start(1).expect("a thread");
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
        let workers = Workers::start(1).expect("a thread");
        let acme = turn("acme");
        let (release, held) = channel::<()>();
        let ahead = workers.run(&acme, move |_| held.recv().is_err());
        drop(workers.run(&acme, |ctx| ctx::info!(ctx, "run all the same")));
        drop(release);
        assert!(ahead.await.expect("the job ends"));
        workers.run(&acme, |_| ()).await.expect("the job ends");
        acme.log().assert_logged("a job was not run");
        acme.log().assert_not_logged("run all the same");
    }
}
