//! 1. The work runs under the context it was submitted with, whatever happens to the submitter between submission and run.

use support::{Lines, admit, gate};

use super::expected::{assert_lines, assert_nothing_left, assert_sees, line_fields, looking};
use crate::job::Inside;
use crate::table::Executor;
use crate::worker::Worker;

pub(crate) fn captured_at_submission(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let (turn, other) = (admit(&gate, "acme"), admit(&gate, "globex"));
        Worker::new(flavour).run(async |on| {
            let busy = on.occupy(executor.spec().place);
            let derived = turn.map_fields(|fields| fields.at("submission"));
            let submitter = derived.seen();
            let (job, seen) = looking(&lines, "job");
            drop(executor.submit(&derived, on, job));
            // The submitter ends, and its thread goes on with another tenant.
            drop(derived);
            drop(turn);
            drop(busy);
            let seen = other.in_span_async(async |_| seen.await).await.expect("the job runs");
            assert_sees(executor, &submitter, &seen);
            assert_lines(&lines, "job", &line_fields(executor, &submitter, "turn"));
            drop(other);
            assert_nothing_left(gate).await;
        });
    }
}
