//! 2. Tenant, pin, fields, deadline and cancellation are those of the submitting context, also on a worker that served another
//!    tenant just before.

use std::time::Duration;

use support::{AgentPin, Lines, TenantId, TurnFields, admit, gate};
use tokio::sync::oneshot;

use super::expected::{assert_lines, assert_nothing_left, assert_sees, has_one_worker, line_fields, look, looking};
use crate::executor::Sees;
use crate::job::{Inside, Job};
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::Worker;

pub(crate) fn exactly_that_context(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let other = admit(&gate, "globex");
        let turn = gate.admission("chat").time_limit(Duration::from_secs(3600));
        let turn = turn.admit(TenantId("acme"), AgentPin { version: 7 }, TurnFields::new().at("first")).expect("open");
        Worker::new(flavour).run(async |on| {
            let (job, before) = looking(&lines, "before");
            assert_eq!(executor.submit(&other, on, job).ended().await, Ended::Returned(Ok(())));
            let before = before.await.expect("the job ran");

            let submitter = turn.seen();
            let (sender, seen) = oneshot::channel();
            let (canceller, marked) = (turn.canceller(), lines.clone());
            let job = Job::now(move |ctx| {
                let seen = look(ctx, &marked, "job");
                canceller.cancel();
                let _ = sender.send((seen, ctx.seen().cancelled, ctx.check().is_err_and(|e| e.is_cancelled())));
                Ok(())
            });
            drop(executor.submit(&turn, on, job));
            let (seen, cancelled, told) = seen.await.expect("the job runs");

            assert_sees(executor, &submitter, &seen);
            assert_lines(&lines, "job", &line_fields(executor, &submitter, "chat"));
            let attached = matches!(executor.spec().sees, Sees::Same | Sees::Named(_));
            assert_eq!((cancelled, told), (attached, attached), "cancelled with the turn or not");
            assert_eq!(seen.thread == before.thread, has_one_worker(executor), "the worker is one that served another");
            drop((turn, other));
            assert_nothing_left(gate).await;
        });
    }
}
