//! 7. Platform work shows no tenant, also on a thread that just ran a tenant's.

use std::collections::BTreeMap;

use support::{Lines, admit, gate, platform};

use super::expected::{assert_lines, assert_nothing_left, assert_sees, has_one_worker, line_fields, looking};
use crate::job::Inside;
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::Worker;

pub(crate) fn platform_work_shows_no_tenant(executor: Executor) {
    for &flavour in executor.flavours() {
        let (gate, lines) = (gate(), Lines::capture());
        let (turn, scheduler) = (admit(&gate, "acme"), platform(&gate, "scheduler"));
        Worker::new(flavour).run(async |on| {
            let (job, of_tenant) = looking(&lines, "tenant's");
            assert_eq!(executor.submit(&turn, on, job).ended().await, Ended::Returned(Ok(())));
            let of_tenant = of_tenant.await.expect("the job ran");

            // From the gate, and in the middle of the tenant's own turn.
            let billing = turn.platform("billing", ());
            for (ctx, kind) in [(&*scheduler, "scheduler"), (&*billing, "billing")] {
                let (job, seen) = looking(&lines, kind);
                assert_eq!(executor.submit(ctx, on, job).ended().await, Ended::Returned(Ok(())));
                let seen = seen.await.expect("the job ran");
                assert_eq!((&seen.tenant, &seen.pin, &seen.fields), (&None, &None, &BTreeMap::new()));
                assert_sees(executor, &ctx.seen(), &seen);
                assert_lines(&lines, kind, &line_fields(executor, &ctx.seen(), kind));
                assert_eq!(seen.thread == of_tenant.thread, has_one_worker(executor));
            }
            drop(billing);
            drop((turn, scheduler));
            assert_nothing_left(gate).await;
        });
    }
}
