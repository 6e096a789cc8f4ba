//! What the work of a hop has to see, and what its lines have to show.

use std::collections::BTreeMap;
use std::time::Duration;

use ctx::Gate;
use support::old::{self, Old};
use support::{Lines, raw};
use tokio::sync::oneshot;

use crate::executor::Sees;
use crate::job::{Inside, Job, Seen};
use crate::table::Executor;
use crate::worker::Place;

/// Looks, and logs `message` with the macro that names the context and `message` + `, plain` with the one that does not.
pub(super) fn look(ctx: &dyn Inside, lines: &Lines, message: &str) -> Seen {
    ctx.log(&lines.text(message));
    tracing::info!("{}", lines.text(format_args!("{message}, plain")));
    ctx.seen()
}

/// A job that looks and tells what it saw.
pub(super) fn looking(lines: &Lines, message: &'static str) -> (Job, oneshot::Receiver<Seen>) {
    let (sender, seen) = oneshot::channel();
    let texts = [lines.text(message), lines.text(format_args!("{message}, plain"))];
    let job = Job::now(move |ctx| {
        ctx.log(&texts[0]);
        tracing::info!("{}", texts[1]);
        // A receiver that has gone has failed already.
        let _ = sender.send(ctx.seen());
        Ok(())
    });
    (job, seen)
}

/// What `seen` has to be when it was submitted by `submitter`.
#[track_caller]
pub(super) fn assert_sees(executor: Executor, submitter: &Seen, seen: &Seen) {
    let sees = executor.spec().sees;
    let mut expected =
        Seen { span: seen.span.clone(), current: seen.span.clone(), thread: seen.thread, ..submitter.clone() };
    match sees {
        Sees::Same => {}
        Sees::Named(kind) => expected.kind = kind,
        Sees::Detached(kind) => expected = Seen { kind, deadline: None, cancelled: false, ..expected },
        Sees::Platform(kind) => {
            let (tenant, pin, fields) = (None, None, BTreeMap::new());
            expected = Seen { tenant, pin, fields, kind, deadline: None, cancelled: false, ..expected };
        }
    }
    expected.old = if old::is_bridged() {
        Old { tenant: expected.tenant.clone(), request: expected.fields.get("request_id").cloned() }
    } else {
        // Whatever the worker has: nobody was told of these places.
        seen.old.clone()
    };
    assert_eq!(seen, &expected, "{executor:?}");
    let shares_the_span = matches!(sees, Sees::Same | Sees::Named(_));
    assert_eq!(seen.span == submitter.span, shares_the_span, "{executor:?}: {seen:?}, submitted by {submitter:?}");
}

/// The fields of the lines of work that was submitted by `submitter`, whose own lines are of `kind`.
pub(super) fn line_fields(executor: Executor, submitter: &Seen, kind: &str) -> BTreeMap<&'static str, String> {
    let kind = match executor.spec().sees {
        Sees::Same | Sees::Named(_) => kind,
        Sees::Detached(kind) | Sees::Platform(kind) => kind,
    };
    let mut fields = BTreeMap::from([("kind", kind.to_owned())]);
    if !matches!(executor.spec().sees, Sees::Platform(_)) {
        fields.extend(submitter.tenant.clone().map(|tenant| ("tenant", tenant)));
        fields.extend(submitter.pin.clone().map(|pin| ("pin", pin)));
        fields.extend(submitter.fields.clone());
    }
    fields
}

/// Both lines of [`look`] and [`looking`] have exactly these fields.
#[track_caller]
pub(super) fn assert_lines(lines: &Lines, message: &str, fields: &BTreeMap<&'static str, String>) {
    assert_eq!(lines.one(message).fields(), fields, "{message}");
    assert_eq!(lines.one(&format!("{message}, plain")).fields(), fields, "{message}, plain");
}

/// Nothing holds a context any more. Timers that still tick are ended first.
pub(super) async fn assert_nothing_left(gate: Gate) {
    // On a thread of its own, because the runtime's clock may be paused.
    let report = raw::joined(raw::thread(move || gate.drain_blocking(Duration::from_secs(20)))).await;
    match report {
        Ok(report) => assert!(report.is_clean(), "still there: {report}"),
        Err(_) => panic!("the drain panicked"),
    }
}

/// Whether two jobs of a hop run on one thread here.
pub(super) fn has_one_worker(executor: Executor) -> bool {
    executor.spec().place != Place::Thread
}
