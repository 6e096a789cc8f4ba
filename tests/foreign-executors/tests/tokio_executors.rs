//! tokio's and tokio-util's executors, named in the call.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use ctx::hops::TaskFn;
use support::{Ctx, Lines, TenantId, admit, gate};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::{JoinHandle, LocalSet};
use tokio_util::task::{LocalPoolHandle, TaskTracker};

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).max_blocking_threads(1).build().expect("a runtime")
}

/// A thread that belongs to no runtime starts work on one, and waits for it.
#[test]
fn from_a_thread_of_no_runtime() {
    let (gate, lines, runtime) = (gate(), Lines::capture(), runtime());
    for tenant in ["acme", "globex"] {
        let (handle, texts) = (runtime.handle().clone(), ["task", "blocking", "here"].map(|text| lines.text(text)));
        let thread = admit(&gate, tenant).thread("caller", move |ctx| {
            assert!(Handle::try_current().is_err());
            let [task, blocking, here] = texts.map(|text| format!("{text} {}", ctx.tenant()));
            let task = ctx.on(&handle).spawn(async move |ctx| {
                tracing::info!("{task}");
                *ctx.tenant()
            });
            let blocking = ctx.on(&handle).spawn_blocking(move |ctx| {
                tracing::info!("{blocking}");
                *ctx.tenant()
            });
            // What is waited for here borrows.
            handle.block_on(async {
                tracing::info!("{here}");
                (task.await.ok(), blocking.await.ok())
            })
        });
        let tenants = thread.expect("a thread").join().expect("no panic");
        assert_eq!(tenants, (Some(TenantId(tenant)), Some(TenantId(tenant))));
        for text in ["task", "blocking", "here"] {
            assert_eq!(lines.one(&format!("{text} {tenant}")).tenant(), Some(tenant));
        }
    }
}

/// Work whose future nobody can name: the bounds ask that it is `Send`, which a carried future cannot be asked.
fn start<W>(ctx: &Ctx, runtime: &Handle, work: W) -> JoinHandle<usize>
where
    W: AsyncFnOnce(&Ctx) -> usize + for<'a> TaskFn<'a, Ctx, usize> + Send + 'static,
{
    ctx.on(runtime).spawn(work)
}

#[test]
fn work_that_a_function_passes_on() {
    let (gate, runtime) = (gate(), runtime());
    let task = start(&admit(&gate, "acme"), runtime.handle(), async |ctx| ctx.tenant().0.len());
    assert_eq!(runtime.block_on(task).ok(), Some(4));
}

/// Blocking work that waits when its runtime ends is dropped, and then nothing holds its turn.
#[test]
fn a_runtime_that_ends() {
    let (gate, runtime) = (gate(), runtime());
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (begun, begins) = std::sync::mpsc::channel();
    let turn = admit(&gate, "acme");
    let running = turn.on(&runtime).spawn_blocking(move |_| {
        let _ = begun.send(());
        let _ = released.recv();
    });
    let waiting = turn.on(&runtime).spawn_blocking(|_| panic!("it must not begin"));
    let asleep = turn.on(&runtime).spawn(async |_| std::future::pending::<()>().await);
    drop(turn);
    assert!(begins.recv().is_ok());
    runtime.shutdown_background();
    drop(release);
    drop((running, waiting, asleep));
    assert!(gate.drain_blocking(Duration::from_secs(20)).is_clean());
}

/// A set of local tasks, from outside.
#[test]
fn a_local_set() {
    let (gate, lines) = (gate(), Lines::capture());
    let (set, seen) = (LocalSet::new(), Rc::new(RefCell::new(Vec::new())));
    for tenant in ["acme", "globex"] {
        let (seen, text) = (Rc::clone(&seen), lines.text(tenant));
        admit(&gate, tenant).on(&set).spawn_local(async move |ctx| {
            tokio::task::yield_now().await;
            tracing::info!("{text}");
            seen.borrow_mut().push(ctx.tenant().0);
        });
    }
    Builder::new_current_thread().build().expect("a runtime").block_on(set);
    seen.borrow_mut().sort_unstable();
    assert_eq!(*seen.borrow(), ["acme", "globex"]);
    for tenant in ["acme", "globex"] {
        assert_eq!(lines.one(tenant).tenant(), Some(tenant));
    }
    assert_eq!(gate.live(), 0);
}

/// A tracker waits for what it started; the gate knows the tenants of it.
#[tokio::test]
async fn a_task_tracker() {
    let (gate, tracker) = (gate(), TaskTracker::new());
    let (go, goes) = tokio::sync::watch::channel(false);
    for tenant in ["acme", "globex"] {
        let mut goes = goes.clone();
        admit(&gate, tenant).task("upload").on(&tracker).spawn(async move |_| goes.wait_for(|go| *go).await.is_ok());
    }
    tracker.close();
    assert_eq!(tracker.len(), 2);
    let running = gate.still_running();
    let uploads = running.iter().filter(|running| running.kind() == "upload");
    let mut tenants: Vec<_> = uploads.map(|upload| upload.tenant().map(str::to_owned)).collect();
    tenants.sort();
    assert_eq!(tenants, [Some("acme".to_owned()), Some("globex".to_owned())]);
    assert!(go.send(true).is_ok());
    tracker.wait().await;
    gate.idle().await;
}

/// A pool of local tasks: the closure goes there, what it makes need not be `Send`.
#[tokio::test]
async fn a_local_pool() {
    let (gate, lines, pool) = (gate(), Lines::capture(), LocalPoolHandle::new(1));
    let mut threads = Vec::new();
    for tenant in ["acme", "globex"] {
        let text = lines.text(tenant);
        let task = admit(&gate, tenant).on(&pool).spawn_pinned(async move |ctx| {
            let tenant = Rc::new(*ctx.tenant());
            tokio::task::yield_now().await;
            tracing::info!("{text}");
            (*tenant, std::thread::current().id())
        });
        let (seen, thread) = task.await.expect("no panic");
        assert_eq!((seen, lines.one(tenant).tenant()), (TenantId(tenant), Some(tenant)));
        threads.push(thread);
    }
    assert_eq!(threads[0], threads[1]);
    assert_ne!(threads[0], std::thread::current().id());
    gate.idle().await;
}
