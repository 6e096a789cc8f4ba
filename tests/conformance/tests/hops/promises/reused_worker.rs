//! All of it in a row: one worker and jobs in a fixed order. Two tenants in turn, a panic, a job that is dropped while it waits,
//! a third one, and then one of the platform.

use std::thread::ThreadId;

use futures_util::FutureExt;
use support::{Ctx, Lines, admit, gate, platform};
use tokio::sync::oneshot;

use super::expected::{assert_lines, assert_nothing_left, assert_sees, has_one_worker, line_fields, looking};
use crate::executor::Form;
use crate::job::{Inside, Job};
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::{On, Worker};

pub(crate) fn reused_worker(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
        let scheduler = platform(&gate, "scheduler");
        Worker::new(flavour).run(async |on| {
            let mut threads = Vec::new();
            threads.push(succeeds(executor, &acme, on, &lines, "turn", "first").await);
            threads.push(succeeds(executor, &globex, on, &lines, "turn", "second").await);
            panics(executor, &acme, on, &lines).await;
            threads.push(succeeds(executor, &globex, on, &lines, "turn", "after a panic").await);
            if executor.spec().form == Form::Future {
                is_dropped(executor, &globex, on).await;
            }
            threads.push(succeeds(executor, &acme, on, &lines, "turn", "third").await);
            threads.push(succeeds(executor, &*scheduler, on, &lines, "scheduler", "platform's").await);
            threads.push(succeeds(executor, &globex, on, &lines, "turn", "last").await);
            assert!(!has_one_worker(executor) || threads.iter().all(|thread| *thread == threads[0]), "{threads:?}");
            drop((acme, globex, scheduler));
            assert_nothing_left(gate).await;
        });
    }
}

async fn succeeds<T: ctx::TenantSlot, P: ctx::Pin, L: ctx::LogFields>(
    executor: Executor,
    ctx: &ctx::Ctx<T, P, L>,
    on: &On,
    lines: &Lines,
    kind: &'static str,
    message: &'static str,
) -> ThreadId {
    let (job, seen) = looking(lines, message);
    assert_eq!(executor.submit(ctx, on, job).ended().await, Ended::Returned(Ok(())), "{message}");
    let seen = seen.await.expect("the job ran");
    assert_sees(executor, &ctx.seen(), &seen);
    assert_lines(lines, message, &line_fields(executor, &ctx.seen(), kind));
    seen.thread
}

async fn panics(executor: Executor, ctx: &Ctx, on: &On, lines: &Lines) {
    let text = lines.text("boom");
    let ended = executor.submit(ctx, on, Job::now(move |_| panic!("{text}"))).ended().await;
    assert_eq!(ended, Ended::Panicked(lines.text("boom")));
}

async fn is_dropped(executor: Executor, ctx: &Ctx, on: &On) {
    let (started, starts) = oneshot::channel();
    let job = Job::new(|_| {
        async move {
            let _ = started.send(());
            std::future::pending().await
        }
        .boxed()
    });
    let submitted = executor.submit(ctx, on, job);
    starts.await.expect("the job begins");
    submitted.abort();
    assert_eq!(submitted.ended().await, Ended::Dropped);
}
