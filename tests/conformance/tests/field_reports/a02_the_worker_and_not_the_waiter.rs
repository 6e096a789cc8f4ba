//! A span that is attached to the handle is entered where somebody waits, and never where the work runs.

use std::sync::mpsc;

use support::{Lines, admit, gate, raw};
use tokio::sync::oneshot;

#[test]
fn lines_of_the_worker_are_a_and_lines_of_the_waiter_are_b() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).max_blocking_threads(1).build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let (a, b) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let (inside, outside) = (lines.clone(), lines.clone());
    runtime.block_on(async {
        let waiter = b.spawn(async move |_| {
            tracing::info!("{}", outside.text("out-1"));
            let (first, first_logged) = oneshot::channel();
            let (go, goes) = mpsc::channel::<()>();
            let work = a.spawn_blocking(move |_| {
                tracing::info!("{}", inside.text("in-1"));
                first.send(()).unwrap();
                goes.recv().unwrap();
                tracing::info!("{}", inside.text("in-2"));
            });
            first_logged.await.unwrap();
            // The work waits; the waiter is polled in between.
            tracing::info!("{}", outside.text("out-2"));
            go.send(()).unwrap();
            work.await.unwrap();
            tracing::info!("{}", outside.text("out-3"));
        });
        waiter.await.unwrap();
        for (message, tenant) in
            [("out-1", "globex"), ("in-1", "acme"), ("out-2", "globex"), ("in-2", "acme"), ("out-3", "globex")]
        {
            assert_eq!(lines.one(message).tenant(), Some(tenant), "{message}");
        }
        let pool = lines.one("in-1").thread;
        let after =
            raw::blocking_on(runtime.handle(), || (std::thread::current().id(), tracing::Span::current().is_none()));
        assert_eq!(after.await.unwrap(), (pool, true), "no span is entered on the pool's thread any more");
    });
}
