//! Lines of a thread hang under the wrong parent or vanish, depending on who is joined when.

use std::sync::mpsc;
use std::thread;

use support::{Ctx, Lines, admit, gate};

fn log(ctx: &Ctx, lines: &Lines, message: &str) {
    ctx::info!(ctx, "{}", lines.text(message));
    tracing::info!("{}", lines.text(format_args!("{message}, plain")));
}

#[track_caller]
fn assert_tenant(lines: &Lines, message: &str, tenant: &str, request: u64) {
    for message in [message.to_owned(), format!("{message}, plain")] {
        let line = lines.one(&message);
        assert_eq!((line.tenant(), line.field("request_id")), (Some(tenant), Some(&*request.to_string())), "{message}");
    }
}

#[test]
fn scoped_threads_borrow_the_ctx() {
    let (gate, lines) = (gate(), Lines::capture());
    let (a, b) = (admit(&gate, "acme"), admit(&gate, "globex"));
    thread::scope(|scope| {
        for turn in [&a, &b] {
            let lines = &lines;
            scope.spawn(move || {
                // A scoped thread is no hop: the span is entered by who wants plain lines tagged.
                turn.in_span(|ctx| log(ctx, lines, ctx.tenant().0));
                ctx::info!(turn, "{}", lines.text(format_args!("{}, explicit", turn.tenant())));
            });
        }
    });
    for turn in [&a, &b] {
        let tenant = turn.tenant().0;
        assert_tenant(&lines, tenant, tenant, turn.fields().request_id);
        assert_eq!(lines.one(&format!("{tenant}, explicit")).tenant(), Some(tenant));
    }
}

#[test]
fn a_thread_started_by_a_thread() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let request = turn.fields().request_id;
    let marked = lines.clone();
    let outer = turn.thread("outer", move |ctx| {
        log(ctx, &marked, "outer");
        let step = ctx.map_fields(|fields| fields.at("inner"));
        let inner = step.thread("inner", move |ctx| log(ctx, &marked, "inner")).unwrap();
        // The inner thread goes on without the outer one.
        drop(step);
        inner
    });
    drop(turn);
    outer.unwrap().join().unwrap().join().unwrap();
    assert_tenant(&lines, "outer", "acme", request);
    assert_tenant(&lines, "inner", "acme", request);
    assert_eq!(lines.one("outer").field("step"), None);
    assert_eq!(lines.one("inner").field("step"), Some("inner"));
    assert_eq!(gate.live(), 0);
}

#[test]
fn a_thread_that_is_never_joined_or_joined_late() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let request = turn.fields().request_id;
    let (go, goes) = mpsc::channel::<()>();
    let (never, late) = (lines.clone(), lines.clone());
    drop(turn.thread("never", move |ctx| {
        // Begins after its turn's owner is gone.
        goes.recv().unwrap();
        log(ctx, &never, "never joined");
    }));
    let joined_late = turn.thread("late", move |ctx| log(ctx, &late, "joined late")).unwrap();
    drop(turn);
    assert_eq!(gate.live(), 1);
    go.send(()).unwrap();
    let report = gate.drain_blocking(std::time::Duration::from_secs(20));
    assert!(report.is_clean(), "a drain waits for threads that nobody joins: {report}");
    joined_late.join().unwrap();
    assert_tenant(&lines, "never joined", "acme", request);
    assert_tenant(&lines, "joined late", "acme", request);
}

#[test]
fn a_thread_that_cannot_be_started() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let error = turn.thread("a\0b", |_| ()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    drop(turn);
    assert_eq!(gate.live(), 0);
}
