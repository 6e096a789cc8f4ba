//! 8. Work that runs on the caller leaves the caller's state as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;
use support::{Ctx, Lines, admit, gate};

use super::expected::{assert_lines, assert_nothing_left, assert_sees, line_fields, looking};
use crate::executor::{Form, Work};
use crate::job::{Inside, Job, Out, current_span};
use crate::table::Executor;
use crate::worker::{FLAVOURS, Foreign, On, Worker};

pub(crate) fn work_that_runs_on_the_caller(executor: Executor) {
    for flavour in FLAVOURS {
        let (gate, lines) = (gate(), Lines::capture());
        let (turn, caller) = (admit(&gate, "acme"), admit(&gate, "globex"));
        Worker::new(flavour).run(async |on| {
            let (job, seen) = looking(&lines, "job");
            let out = in_span_of(&caller, || run_here(executor, &turn, on, job));
            assert_eq!(out.ok(), Some(Some(Ok(()))));
            assert_sees(executor, &turn.seen(), &seen.await.expect("the job ran"));
            assert_lines(&lines, "job", &line_fields(executor, &turn.seen(), "turn"));

            let text = lines.text("boom");
            let out = in_span_of(&caller, || run_here(executor, &turn, on, Job::now(move |_| panic!("{text}"))));
            assert!(out.is_err(), "the panic goes on to the caller");

            if executor.spec().form == Form::Future {
                let job = Job::new(|_| std::future::pending().boxed());
                let out = in_span_of(&caller, || run_here(executor, &turn, on, job));
                assert_eq!(out.ok(), Some(None), "polled once, and dropped");
            }
            drop((turn, caller));
            assert_nothing_left(gate).await;
        });
    }
}

/// Runs `work` in the span of the caller, which has to be the current one before and after.
fn in_span_of<O>(caller: &Ctx, work: impl FnOnce() -> O) -> std::thread::Result<O> {
    caller.in_span(|caller| {
        assert_eq!(current_span(), caller.span_id());
        let out = catch_unwind(AssertUnwindSafe(work));
        assert_eq!(current_span(), caller.span_id());
        out
    })
}

/// `None` when it waits.
fn run_here(executor: Executor, ctx: &Ctx, on: &On, job: Job) -> Option<Out> {
    match executor.prepare(ctx, on, job) {
        Work::Ready(Foreign::Closure(job)) => Some(job()),
        Work::Ready(Foreign::Future(job)) => job.now_or_never(),
        Work::Started(_) => panic!("{executor:?} has a worker of its own"),
    }
}
