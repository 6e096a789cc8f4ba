//! 4. Work submitted by work has the inner work's context.

use support::{Lines, admit, gate};
use tokio::sync::oneshot;

use super::expected::{assert_lines, assert_nothing_left, assert_sees, line_fields, look, looking};
use crate::job::{Inside, Job};
use crate::table::Executor;
use crate::worker::Worker;

pub(crate) fn nested_submission(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let turn = admit(&gate, "acme");
        Worker::new(flavour).run(async |on| {
            let submitter = turn.seen();
            let (inner, inner_seen) = looking(&lines, "inner");
            let (sender, seen) = oneshot::channel();
            let (on_worker, marked) = (on.clone(), lines.clone());
            let outer = Job::now(move |ctx| {
                let inner_submitter = ctx.nested(executor, &on_worker, inner);
                let _ = sender.send((inner_submitter, look(ctx, &marked, "outer")));
                Ok(())
            });
            drop(executor.submit(&turn, on, outer));
            let (inner_submitter, outer_seen) = seen.await.expect("the outer job runs");
            let inner_seen = inner_seen.await.expect("the inner job runs");

            // The outer job's context has not changed by it.
            assert_sees(executor, &submitter, &outer_seen);
            assert_lines(&lines, "outer", &line_fields(executor, &submitter, "turn"));
            assert_eq!(inner_submitter.fields["step"], "inner");
            assert_sees(executor, &inner_submitter, &inner_seen);
            assert_lines(&lines, "inner", &line_fields(executor, &inner_submitter, outer_seen.kind));
            drop(turn);
            assert_nothing_left(gate).await;
        });
    }
}
