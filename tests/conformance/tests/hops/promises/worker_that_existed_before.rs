//! 5. A worker that existed before the turn serves it like a new one.

use support::{Lines, admit, gate};

use super::expected::{assert_lines, assert_nothing_left, assert_sees, line_fields, looking};
use crate::job::Inside;
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::Worker;

pub(crate) fn worker_that_existed_before(executor: Executor) {
    for &flavour in executor.flavours() {
        let worker = Worker::new(flavour);
        let before = worker.run(async |on| on.probe(executor.spec().place).await);
        assert_eq!(before.span, None);

        let (gate, lines) = (gate(), Lines::capture());
        let turn = admit(&gate, "acme");
        worker.run(async |on| {
            let (job, seen) = looking(&lines, "job");
            assert_eq!(executor.submit(&turn, on, job).ended().await, Ended::Returned(Ok(())));
            let seen = seen.await.expect("the job ran");
            assert_eq!(seen.thread, before.thread);
            assert_sees(executor, &turn.seen(), &seen);
            assert_lines(&lines, "job", &line_fields(executor, &turn.seen(), "turn"));
            drop(turn);
            assert_nothing_left(gate).await;
        });
    }
}
