//! `futures::task::Spawn` and `LocalSpawn`: a library that asks for one, and work given to one.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, mpsc};

use ctx::hops::FuturesSpawn;
use futures_executor::{LocalPool, ThreadPool};
use futures_task::{FutureObj, LocalSpawn, Spawn, SpawnError};
use support::{Lines, admit, gate, panic_of, platform};
use tokio::task::LocalSet;
use tokio_util::task::TaskTracker;
use tracing::Span;

/// A library that starts a task of its own, and knows nothing of a context.
fn library(spawner: &impl Spawn, work: impl FnOnce() + Send + 'static) -> Result<(), SpawnError> {
    let task = async move {
        tokio::task::yield_now().await;
        work();
    };
    spawner.spawn_obj(Box::new(task).into())
}

fn local_library(spawner: &impl LocalSpawn, work: impl FnOnce() + 'static) -> Result<(), SpawnError> {
    let task = async move {
        tokio::task::yield_now().await;
        work();
    };
    spawner.spawn_local_obj(Box::new(task).into())
}

/// Its tasks are in the span of the executor's context at every poll, and keep its turn alive.
#[tokio::test]
async fn a_librarys_tasks_on_tokio() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let tracker = TaskTracker::new();
    let (current, tracked) = (turn.executor(), turn.on(tracker.clone()).executor());
    drop(turn);
    for (name, started) in
        [("current", library(&current, log(&lines, "current"))), ("tracked", library(&tracked, log(&lines, "tracked")))]
    {
        assert!(started.is_ok(), "{name}");
    }
    drop((current, tracked));
    assert_eq!(tracker.len(), 1);
    assert_eq!(gate.live(), 1);
    tracker.close();
    tracker.wait().await;
    gate.idle().await;
    for name in ["current", "tracked"] {
        assert_eq!(lines.one(name).tenant(), Some("acme"), "{name}");
    }
    assert!(Span::current().is_none());
}

fn log(lines: &Lines, text: &str) -> impl FnOnce() + Send + use<> {
    let text = lines.text(text);
    move || tracing::info!("{text}")
}

/// The same for tasks that stay on their thread, in between tasks of another tenant.
#[tokio::test]
async fn a_librarys_local_tasks_on_tokio() {
    let (gate, lines) = (gate(), Lines::capture());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let count = Rc::new(Cell::new(0));
    LocalSet::new()
        .run_until(async {
            let tracker = TaskTracker::new();
            let of_acme = (acme.local_executor(), acme.on(tracker.clone()).local_executor());
            let of_globex = globex.local_executor();
            for number in 0..10 {
                let counting = |text: String| {
                    let (log, count) = (log(&lines, &text), Rc::clone(&count));
                    move || {
                        log();
                        count.set(count.get() + 1);
                    }
                };
                assert!(local_library(&of_acme.0, counting(format!("acme {number}"))).is_ok());
                assert!(local_library(&of_globex, counting(format!("globex {number}"))).is_ok());
                assert!(local_library(&of_acme.1, counting(format!("acme, tracked, {number}"))).is_ok());
            }
            drop((acme, globex, of_acme, of_globex));
            gate.idle().await;
        })
        .await;
    assert_eq!(count.get(), 30);
    for number in 0..10 {
        assert_eq!(lines.one(&format!("acme {number}")).tenant(), Some("acme"));
        assert_eq!(lines.one(&format!("acme, tracked, {number}")).tenant(), Some("acme"));
        assert_eq!(lines.one(&format!("globex {number}")).tenant(), Some("globex"));
    }
}

/// A library's panic is reported once, with the tenant and the line where the executor was made, and goes on to who polls it.
#[test]
fn a_panic_of_a_librarys_task() {
    let (gate, lines) = (gate(), Lines::capture());
    let mut pool = LocalPool::new();
    let turn = admit(&gate, "acme");
    let (executor, line) = (turn.on(FuturesSpawn(pool.spawner())).executor(), line!());
    let text = lines.text("boom");
    assert!(executor.spawn_obj(Box::new(async move { panic!("{text}") }).into()).is_ok());
    assert_eq!(panic_of(|| pool.run()).message, lines.text("boom"));
    let report = lines.one("boom");
    assert_eq!((report.tenant(), report.field("hop")), (Some("acme"), Some("executor")));
    assert!(report.field("spawned_at").is_some_and(|at| at.contains(&format!("futures_spawners.rs:{line}:"))));
    assert!(Span::current().is_none());
}

/// Work of a context on a pool of the `futures` crates: two tenants on one thread, then none.
#[test]
fn work_on_a_thread_pool() {
    let (gate, lines) = (gate(), Lines::capture());
    let pool = ThreadPool::builder().pool_size(1).create().expect("a thread");
    let (sender, seen) = mpsc::channel();
    for tenant in ["acme", "globex"] {
        let (text, sender) = (lines.text(tenant), sender.clone());
        let started = admit(&gate, tenant).on(FuturesSpawn(&pool)).spawn(async move |ctx| {
            tracing::info!("{text}");
            assert!(sender.send(ctx.tenant().to_string()).is_ok());
        });
        assert!(started.is_ok());
    }
    let (text, sender) = (lines.text("sweep"), sender);
    let started = platform(&gate, "sweep").on(FuturesSpawn(Arc::new(pool))).spawn(async move |_| {
        tracing::info!("{text}");
        assert!(sender.send("nobody".to_owned()).is_ok());
    });
    assert!(started.is_ok());
    assert_eq!(seen.iter().collect::<Vec<_>>(), ["acme", "globex", "nobody"]);
    for (text, tenant) in [("acme", Some("acme")), ("globex", Some("globex")), ("sweep", None)] {
        assert_eq!(lines.one(text).tenant(), tenant);
    }
}

/// A spawner that has shut down gives the error, and lets go of the context.
#[test]
fn a_spawner_that_has_shut_down() {
    let gate = gate();
    let pool = LocalPool::new();
    let spawner = pool.spawner();
    drop(pool);
    let turn = admit(&gate, "acme");
    let refused = turn.on(FuturesSpawn(&spawner)).spawn_local(async |_| ());
    assert!(refused.is_err_and(|error| error.is_shutdown()));
    let executor = turn.on(FuturesSpawn(spawner)).local_executor();
    assert!(executor.status_local().is_err_and(|error| error.is_shutdown()));
    assert!(local_library(&executor, || ()).is_err());
    drop((turn, executor));
    assert_eq!(gate.live(), 0);
}

/// Its context is there until what the future holds is gone.
#[test]
fn a_librarys_task_that_is_dropped_unpolled() {
    /// Keeps what it should run.
    #[derive(Clone, Default)]
    struct Stopped(Arc<Mutex<Vec<FutureObj<'static, ()>>>>);

    impl Spawn for Stopped {
        fn spawn_obj(&self, task: FutureObj<'static, ()>) -> Result<(), SpawnError> {
            self.0.lock().expect("nothing panics under it").push(task);
            Ok(())
        }
    }

    struct Captured(ctx::Gate, mpsc::Sender<usize>);

    impl Drop for Captured {
        fn drop(&mut self) {
            self.1.send(self.0.live()).expect("the test waits for it");
        }
    }

    let (gate, stopped, (sender, live)) = (gate(), Stopped::default(), mpsc::channel());
    let captured = Captured(gate.clone(), sender);
    let executor = admit(&gate, "acme").on(FuturesSpawn(stopped.clone())).executor();
    let started = executor.spawn_obj(Box::new(async move { drop(captured) }).into());
    assert!(started.is_ok());
    drop(executor);
    assert_eq!(gate.live(), 1, "the task holds the turn");
    stopped.0.lock().expect("nothing panics under it").clear();
    assert_eq!(gate.live(), 0);
    assert_eq!(live.recv().expect("the task was dropped"), 1, "the turn was alive when what the task held was dropped");
}
