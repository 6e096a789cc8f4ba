//! One panic may pass several hops, and several panics may look alike. Each is reported once.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::sync::mpsc;

use ctx::Gate;
use support::{Ctx, Lines, Turn, admit, gate, raw};
use tokio::task::JoinHandle;

fn setting() -> (Gate, Lines, Turn) {
    let gate = gate();
    let turn = admit(&gate, "acme");
    (gate, Lines::capture(), turn)
}

fn hop_of(lines: &Lines, panic: &str) -> String {
    lines.one(panic).field("hop").unwrap_or_default().to_owned()
}

#[tokio::test]
async fn nested_hops_report_where_it_is_caught_first() {
    let (_gate, lines, turn) = setting();
    let boom = lines.text("nested");
    let task = turn.spawn(async move |ctx| {
        let bound = ctx.bind(move |ctx| ctx.carry(async move |_| panic!("{boom}")));
        bound().await
    });
    let task: JoinHandle<()> = task;
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(hop_of(&lines, "nested"), "carried future");
}

/// A look at a message runs work of its turn as well.
#[test]
fn a_look_at_a_message_that_panics() {
    let lines = Lines::capture();
    let turn = admit(&gate(), "acme");
    let text = lines.text("looked at");
    let message = turn.stamp(text);
    let looked = catch_unwind(AssertUnwindSafe(|| message.inspect(|_, text| panic!("{text}"))));
    assert!(looked.is_err());
    assert_eq!(hop_of(&lines, "looked at"), "message");
    assert_eq!(lines.one("looked at").tenant(), Some("acme"));
}

/// The payload of the first is gone when the second is made, often at the same address.
#[tokio::test]
async fn a_panic_after_one_that_was_caught() {
    let (_gate, lines, turn) = setting();
    let marked = lines.clone();
    let thread = turn.thread("t", move |ctx| {
        for attempt in ["first", "second"] {
            let text = marked.text(attempt);
            drop(catch_unwind(AssertUnwindSafe(ctx.bind(move |_| panic!("{text}")))));
        }
        panic!("{}", marked.text("gave up"));
    });
    assert!(raw::joined::<()>(thread.unwrap()).await.is_err());
    assert_eq!(hop_of(&lines, "first"), "bound closure");
    assert_eq!(hop_of(&lines, "second"), "bound closure");
    assert_eq!(hop_of(&lines, "gave up"), "thread");
}

/// The same with texts that are not on the heap: then the payloads are small, all of one size, and follow each other closely.
#[tokio::test]
async fn literal_panics_after_ones_that_were_caught() {
    let (_gate, _lines, turn) = setting();
    let request = turn.fields().request_id;
    let thread = turn.thread("t", move |ctx| {
        for _ in 0..100 {
            drop(catch_unwind(AssertUnwindSafe(ctx.bind(|ctx| {
                drop(catch_unwind(AssertUnwindSafe(ctx.bind(|_| panic!("inner")))));
                panic!("outer");
            }))));
        }
        panic!("gave up");
    });
    assert!(raw::joined::<()>(thread.unwrap()).await.is_err());
    let reports = Lines::by_field("request_id", request);
    let count = |panic: &str| reports.iter().filter(|report| report.field("panic") == Some(panic)).count();
    assert_eq!([count("inner"), count("outer"), count("gave up")], [100, 100, 1]);
}

/// A payload without a size has no address of its own, so two of them cannot be told from one. None is left out.
#[tokio::test]
async fn payloads_without_a_size() {
    struct Nothing;
    let (_gate, lines, turn) = setting();
    let request = turn.fields().request_id.to_string();
    let thread = turn.thread("t", move |ctx| {
        drop(catch_unwind(AssertUnwindSafe(ctx.bind(|_| panic_any(Nothing)))));
        panic_any(Nothing);
    });
    assert!(raw::joined::<()>(thread.unwrap()).await.is_err());
    drop(lines);
    let reports = Lines::by_field("request_id", request);
    assert_eq!(
        reports.iter().map(|report| report.field("hop").unwrap()).collect::<Vec<_>>(),
        ["bound closure", "thread"]
    );
}

/// While one panic is on its way from an inner hop to an outer one, another thread reports its own.
#[tokio::test]
async fn panics_of_two_threads_at_once() {
    struct InBetween(Option<Box<dyn FnOnce() + Send>>);
    impl Drop for InBetween {
        fn drop(&mut self) {
            if let Some(other) = self.0.take() {
                other();
            }
        }
    }

    let (_gate, lines, turn) = setting();
    let (go, goes) = mpsc::channel::<()>();
    let (done, was_done) = mpsc::channel();
    let text = lines.text("other");
    let other = turn.thread("other", move |ctx| {
        goes.recv().unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(ctx.bind(move |_| panic!("{text}")))).is_err();
        done.send(panicked).unwrap();
    });
    let text = lines.text("one");
    let one = turn.thread("one", move |ctx| {
        // Dropped by the unwinding, after the bound closure has reported and before the thread does.
        let _between = InBetween(Some(Box::new(move || {
            go.send(()).unwrap();
            assert!(was_done.recv().unwrap());
        })));
        ctx.bind(move |_| panic!("{text}"))();
    });
    assert!(raw::joined::<()>(one.unwrap()).await.is_err());
    raw::joined(other.unwrap()).await.unwrap();
    assert_eq!(hop_of(&lines, "one"), "bound closure");
    assert_eq!(hop_of(&lines, "other"), "bound closure");
}

/// Who waits for a task may let its panic go on: then it panicked as well, and each has one report.
#[tokio::test]
async fn a_panic_that_is_resumed_by_who_waits() {
    let (_gate, lines, turn) = setting();
    let boom = lines.text("resumed");
    let outer: JoinHandle<()> = turn.task("outer").spawn(async move |ctx| {
        let inner: JoinHandle<()> = ctx.task("inner").spawn(async move |_| panic!("{boom}"));
        resume_unwind(inner.await.unwrap_err().into_panic())
    });
    assert!(outer.await.unwrap_err().is_panic());
    let reports = lines.with("resumed");
    let sites: Vec<_> = reports.iter().map(|report| report.field("spawned_at").unwrap()).collect();
    assert!(sites.len() == 2 && sites[0] != sites[1], "{sites:?}");
}

/// Work may panic while it is dropped: an aborted task's values are, and a future's own drop code runs when it has ended.
#[tokio::test]
async fn panics_while_work_is_dropped() {
    struct PanicsOnDrop(String);
    impl Drop for PanicsOnDrop {
        fn drop(&mut self) {
            panic!("{}", self.0);
        }
    }
    struct Ends(#[expect(dead_code, reason = "it is there to be dropped")] PanicsOnDrop);
    impl Future for Ends {
        type Output = ();
        fn poll(self: std::pin::Pin<&mut Self>, _: &mut std::task::Context<'_>) -> std::task::Poll<()> {
            std::task::Poll::Ready(())
        }
    }

    let (_gate, lines, turn) = setting();
    let (begin, begun) = tokio::sync::oneshot::channel();
    let dropped = PanicsOnDrop(lines.text("aborted"));
    let task: JoinHandle<()> = turn.spawn(async move |_| {
        let _dropped = dropped;
        begin.send(()).unwrap();
        std::future::pending().await
    });
    begun.await.unwrap();
    task.abort();
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(hop_of(&lines, "aborted"), "task");

    let ends = Ends(PanicsOnDrop(lines.text("ended")));
    let task = turn.spawn(move |_: &Ctx| ends);
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(hop_of(&lines, "ended"), "task");
}

/// The task that waits goes down with the one it waited for; it is the same panic.
#[tokio::test]
async fn a_panic_of_a_set_that_is_joined() {
    let (_gate, lines, turn) = setting();
    let boom = lines.text("in a set");
    let waits = turn.spawn(async move |ctx| {
        let mut set = ctx.join_set();
        set.spawn(async move |_| panic!("{boom}"));
        tokio::task::yield_now().await;
        let _: Vec<()> = set.join_all().await;
    });
    let error = waits.await.unwrap_err();
    assert!(error.into_panic().downcast_ref::<String>().unwrap().ends_with("in a set"));
    assert_eq!(hop_of(&lines, "in a set"), "task");
}
