//! 3. The worker's state is put back when the work ends: by success, error, panic, cancellation or drop.

use std::sync::mpsc;

use futures_util::FutureExt;
use support::{Lines, Turn, admit, gate};
use tokio::sync::oneshot;

use super::expected::{assert_nothing_left, line_fields};
use crate::executor::{Form, Sees, Work};
use crate::job::{Inside, Job};
use crate::submitted::Ended;
use crate::table::Executor;
use crate::worker::{On, Worker};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Success,
    Error,
    Panic,
    /// The turn is cancelled, and the work stops where it asks.
    Cancelled,
    /// Dropped while it waits.
    Aborted,
    /// Dropped before it ran.
    NeverRun,
}

impl Way {
    fn of(executor: Executor) -> Vec<Self> {
        let mut ways = vec![Self::Success, Self::Error, Self::Panic];
        let place = executor.spec().place;
        if place.gives_back() {
            ways.push(Self::NeverRun);
        }
        if executor.spec().form == Form::Future {
            ways.push(Self::Aborted);
        }
        if matches!(executor.spec().sees, Sees::Same | Sees::Named(_)) && !place.runs_in_the_call() {
            ways.push(Self::Cancelled);
        }
        ways
    }
}

pub(crate) fn worker_state_is_put_back(executor: Executor) {
    for &flavour in executor.flavours() {
        let worker = Worker::new(flavour);
        for way in Way::of(executor) {
            let (gate, lines) = (gate(), Lines::capture());
            let turn = admit(&gate, "acme");
            worker.run(async |on| {
                let before = on.probe(executor.spec().place).await;
                end(way, executor, on, &turn, &lines).await;
                assert_eq!(on.probe(executor.spec().place).await, before, "{way:?}");
                drop(turn);
                assert_nothing_left(gate).await;
            });
        }
    }
}

/// Submits a job that ends in this way, and waits for its end.
async fn end(way: Way, executor: Executor, on: &On, turn: &Turn, lines: &Lines) {
    let text = lines.text("boom");
    match way {
        Way::Success => {
            let ended = executor.submit(turn, on, Job::now(|_| Ok(()))).ended().await;
            assert_eq!(ended, Ended::Returned(Ok(())));
        }
        Way::Error => {
            let ended = executor.submit(turn, on, Job::now(|_| Err("no row".into()))).ended().await;
            assert_eq!(ended, Ended::Returned(Err("no row".into())));
        }
        Way::Panic => {
            let panic = text.clone();
            let ended = executor.submit(turn, on, Job::now(move |_| panic!("{panic}"))).ended().await;
            assert_eq!(ended, Ended::Panicked(text));
        }
        Way::Cancelled => is_cancelled(executor, on, turn).await,
        Way::Aborted => is_aborted(executor, on, turn, lines).await,
        Way::NeverRun => never_runs(executor, on, turn).await,
    }
}

async fn is_cancelled(executor: Executor, on: &On, turn: &Turn) {
    let (started, starts) = oneshot::channel();
    let (go, goes) = mpsc::channel::<()>();
    let waits = executor.spec().form == Form::Future;
    let job = Job::new(move |ctx| {
        async move {
            let _ = started.send(());
            let told = if waits { Err(ctx.until_told().await) } else { goes.recv().map_or(Ok(()), |()| ctx.check()) };
            told.map_err(|error| error.to_string())
        }
        .boxed()
    });
    let submitted = executor.submit(turn, on, job);
    starts.await.expect("the job begins");
    turn.cancel();
    // Gone, if the job awaits.
    let _ = go.send(());
    match submitted.ended().await {
        Ended::Returned(told) => assert_eq!(told, Err("turn cancelled".to_owned())),
        Ended::Told(error) => assert!(error.is_cancelled()),
        other => panic!("{other:?}"),
    }
}

async fn is_aborted(executor: Executor, on: &On, turn: &Turn, lines: &Lines) {
    let (started, starts) = oneshot::channel();
    let dropped = LogsOnDrop(lines.text("dropped"));
    let job = Job::new(move |_| {
        async move {
            let _dropped = dropped;
            let _ = started.send(());
            std::future::pending().await
        }
        .boxed()
    });
    let submitted = executor.submit(turn, on, job);
    starts.await.expect("the job begins");
    submitted.abort();
    assert_eq!(submitted.ended().await, Ended::Dropped);
    // What the job held was dropped under its context.
    assert_eq!(lines.one("dropped").fields(), &line_fields(executor, &turn.seen(), "turn"));
}

async fn never_runs(executor: Executor, on: &On, turn: &Turn) {
    let job = Job::now(|_| panic!("it must not run"));
    let busy = on.occupy(executor.spec().place);
    match executor.prepare(turn, on, job) {
        Work::Ready(job) => {
            drop(busy);
            drop(job);
        }
        Work::Started(submitted) => {
            submitted.abort();
            drop(busy);
            assert_eq!(submitted.ended().await, Ended::Dropped);
        }
    }
}

struct LogsOnDrop(String);

impl Drop for LogsOnDrop {
    fn drop(&mut self) {
        tracing::info!("{}", self.0);
    }
}
