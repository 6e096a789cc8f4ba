//! 8. Work that runs on the caller leaves the caller's state as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;
use support::{Ctx, Lines, admit, gate};

use super::expected::{assert_lines, assert_nothing_left, assert_sees, line_fields, looking};
use crate::executor::{Form, Work};
use crate::job::{Inside, Job, current_span};
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::{Foreign, On, Place, Worker};

pub(crate) fn work_that_runs_on_the_caller(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let (turn, caller) = (admit(&gate, "acme"), admit(&gate, "globex"));
        Worker::new(flavour).run(async |on| {
            let (job, seen) = looking(&lines, "job");
            let ended = in_span_of(&caller, || run_here(executor, &turn, on, job));
            assert_eq!(ended, Some(Ended::Returned(Ok(()))));
            assert_sees(executor, &turn.seen(), &seen.await.expect("the job ran"));
            assert_lines(&lines, "job", &line_fields(executor, &turn.seen(), "turn"));

            let text = lines.text("boom");
            let job = Job::now(move |_| panic!("{text}"));
            let ended = in_span_of(&caller, || run_here(executor, &turn, on, job));
            assert_eq!(ended, Some(Ended::Panicked(lines.text("boom"))), "to the caller, or to the handle");

            if executor.spec().form == Form::Future {
                let job = Job::new(|_| std::future::pending().boxed());
                let ended = in_span_of(&caller, || run_here(executor, &turn, on, job));
                assert_eq!(ended, None, "polled once, and dropped");
            }
            drop((turn, caller));
            assert_nothing_left(gate).await;
        });
    }
}

/// Runs `work` in the span of the caller, which has to be the current one before and after.
fn in_span_of(caller: &Ctx, work: impl FnOnce() -> Option<Ended>) -> Option<Ended> {
    caller.in_span(|caller| {
        assert_eq!(current_span(), caller.span_id());
        let out = catch_unwind(AssertUnwindSafe(work));
        assert_eq!(current_span(), caller.span_id());
        out.unwrap_or_else(|payload| Some(Ended::panicked(&*payload)))
    })
}

/// `None` when it waits.
fn run_here(executor: Executor, ctx: &Ctx, on: &On, job: Job) -> Option<Ended> {
    match executor.prepare(ctx, on, job) {
        Work::Ready(Foreign::Closure(job)) => Some(job().into()),
        Work::Ready(Foreign::Future(job)) => job.now_or_never().map(Ended::from),
        Work::Started(job) if executor.spec().place == Place::Caller => job.ended().now_or_never(),
        Work::Started(_) => panic!("{executor:?} has a worker of its own"),
    }
}
