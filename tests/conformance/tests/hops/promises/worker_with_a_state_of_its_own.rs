//! 6. A worker with a state of its own, such as a current span, finds it again, and the work does not see it.

use support::{Lines, admit, gate};

use super::expected::{assert_lines, assert_nothing_left, assert_sees, line_fields, looking};
use crate::job::{Inside, Job};
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::Worker;

pub(crate) fn worker_with_a_state_of_its_own(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let turn = admit(&gate, "acme");
        let span = tracing::info_span!("worker", pool = "first", tenant = "nobody");
        assert!(span.id().is_some());
        Worker::with_span(flavour, Some(span.clone())).run(async |on| {
            let place = executor.spec().place;
            assert_eq!(on.probe(place).await.span, span.id());

            let (job, seen) = looking(&lines, "job");
            assert_eq!(executor.submit(&turn, on, job).ended().await, Ended::Returned(Ok(())));
            assert_eq!(on.probe(place).await.span, span.id(), "after success");
            assert_sees(executor, &turn.seen(), &seen.await.expect("the job ran"));
            assert_lines(&lines, "job", &line_fields(executor, &turn.seen(), "turn"));

            let text = lines.text("boom");
            let panics = executor.submit(&turn, on, Job::now(move |_| panic!("{text}")));
            assert_eq!(panics.ended().await, Ended::Panicked(lines.text("boom")));
            assert_eq!(on.probe(place).await.span, span.id(), "after a panic");
            drop(turn);
            assert_nothing_left(gate).await;
        });
    }
}
