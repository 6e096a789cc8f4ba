//! 9. A panic is reported once, with tenant, fields, and the line that submitted the work, and still reaches the handle.

use std::panic::Location;

use support::{Ctx, Lines, admit, gate};
use tokio::sync::oneshot;

use super::expected::{assert_nothing_left, line_fields};
use crate::job::{Inside, Job, Seen};
use crate::submitted::{Ended, Submitted};
use crate::table::Executor;
use crate::worker::{On, Worker};

pub(crate) fn panic_is_reported_once(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let turn = admit(&gate, "acme");
        Worker::new(flavour).run(async |on| {
            let turn = turn;
            let submitter = turn.seen();
            let (site, submitted, _) = submit_panic(executor, &turn, on, lines.text("kept"));
            assert_eq!(submitted.ended().await, Ended::Panicked(lines.text("kept")));
            assert_reported(executor, &lines, "kept", &submitter, site);

            // With the handle dropped, nobody but the report can tell.
            let (site, submitted, begun) = submit_panic(executor, &turn, on, lines.text("dropped"));
            drop(submitted);
            begun.await.expect("the job begins");
            drop(turn);
            assert_nothing_left(gate).await;
            assert_reported(executor, &lines, "dropped", &submitter, site);
        });
    }
}

#[track_caller]
fn submit_panic<'c>(
    executor: Executor,
    ctx: &'c Ctx,
    on: &On,
    text: String,
) -> (&'static Location<'static>, Submitted<'c>, oneshot::Receiver<()>) {
    let (begin, begun) = oneshot::channel();
    let job = Job::now(move |_| {
        let _ = begin.send(());
        panic!("{text}")
    });
    (Location::caller(), executor.submit(ctx, on, job), begun)
}

#[track_caller]
fn assert_reported(executor: Executor, lines: &Lines, panic: &str, submitter: &Seen, site: &'static Location<'static>) {
    let report = lines.one(panic);
    assert_eq!(report.target, "ctx::panic");
    let mut fields = line_fields(executor, submitter, "turn");
    fields.extend([("hop", executor.spec().hop.to_owned()), ("spawned_at", site.to_string())]);
    fields.insert("panic", lines.text(panic));
    assert_eq!(report.fields(), &fields);
}
