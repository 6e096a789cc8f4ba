//! Every way out of a piece of work leaves the worker as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bridge::{Old, gate, set_pin, set_tenant};
use ctx::WhenFull;
use support::{Ctx, admit};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{Duration, sleep};

/// Tells what old code finds when it is dropped.
struct OnDrop(UnboundedSender<Old>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        let _ = self.0.send(Old::here());
    }
}

/// A worker with values of its own, for which `work` is run. They have to be there before and after.
fn on_a_worker<O>(work: impl FnOnce() -> O) -> O {
    set_tenant(Some("worker"));
    set_pin(99);
    let before = Old::here();
    let out = work();
    assert_eq!(Old::here(), before);
    out
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

#[test]
fn a_task_that_ends_fails_panics_or_is_cancelled() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let expected = Old::under(&turn);
    on_a_worker(|| {
        runtime().block_on(async {
            let seen = turn.spawn(async |_| (Old::here(), tokio::task::yield_now().await, Old::here()));
            assert_eq!(seen.await.unwrap(), (expected.clone(), (), expected.clone()));
            assert_eq!(Old::here().tenant, Some("worker"));

            let failed = turn.spawn(async |_| Err::<(), Old>(Old::here()));
            assert_eq!(failed.await.unwrap(), Err(expected.clone()));
            assert_eq!(Old::here().tenant, Some("worker"));

            let (sender, mut dropped) = unbounded_channel();
            let panicked = turn.spawn(async move |_| {
                let _on_drop = OnDrop(sender);
                tokio::task::yield_now().await;
                panic!("boom");
            });
            assert!(panicked.await.unwrap_err().is_panic());
            assert_eq!(dropped.recv().await, Some(expected.clone()));
            assert_eq!(Old::here().tenant, Some("worker"));

            let (sender, mut dropped) = unbounded_channel();
            let cancelled = turn.spawn(async move |ctx| {
                let _on_drop = OnDrop(sender);
                ctx.until_done(std::future::pending::<()>()).await
            });
            tokio::task::yield_now().await;
            turn.cancel();
            assert!(cancelled.await.unwrap().unwrap_err().is_cancelled());
            assert_eq!(dropped.recv().await, Some(expected.clone()));
            assert_eq!(Old::here().tenant, Some("worker"));
        });
    });
}

#[test]
fn a_task_that_is_aborted_before_and_after_it_began() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    on_a_worker(|| {
        runtime().block_on(async {
            let (sender, mut dropped) = unbounded_channel();
            let on_drop = OnDrop(sender);
            let begun = turn.spawn(async move |_| {
                let _on_drop = on_drop;
                std::future::pending::<()>().await;
            });
            tokio::task::yield_now().await;
            begun.abort();
            assert!(begun.await.unwrap_err().is_cancelled());
            assert_eq!(dropped.recv().await, Some(Old::under(&turn)));

            // What never began is not under its context yet.
            let (sender, mut dropped) = unbounded_channel();
            let on_drop = OnDrop(sender);
            let never = turn.spawn(async move |_| drop(on_drop));
            never.abort();
            assert!(never.await.unwrap_err().is_cancelled());
            assert_eq!(dropped.recv().await.unwrap().tenant, Some("worker"));
        });
    });
}

#[test]
fn the_end_of_the_runtime() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (sender, mut dropped) = unbounded_channel();
    on_a_worker(|| {
        for _ in 0..2 {
            let runtime = runtime();
            let on_drop = OnDrop(sender.clone());
            runtime.block_on(async {
                turn.spawn(async move |_| {
                    let _on_drop = on_drop;
                    std::future::pending::<()>().await;
                });
                tokio::task::yield_now().await;
            });
            // Its tasks are dropped on this thread.
            drop(runtime);
            assert_eq!(dropped.try_recv().unwrap(), Old::under(&turn));
        }
        let runtime = Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (on_drop, (begun, begins)) = (OnDrop(sender.clone()), std::sync::mpsc::channel());
        runtime.block_on(async {
            turn.spawn(async move |_| {
                let _on_drop = on_drop;
                begun.send(()).unwrap();
                std::future::pending::<()>().await;
            });
        });
        begins.recv().unwrap();
        runtime.shutdown_timeout(Duration::from_secs(10));
        assert_eq!(dropped.try_recv().unwrap(), Old::under(&turn));
    });
}

/// Polls once, and drops.
fn polled_once<O>(work: impl Future<Output = O>) -> Poll<O> {
    pin!(work).poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn closures_and_futures_in_the_callers_place() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let expected = Old::under(&turn);
    let boom = |_: &Ctx| -> Old { panic!("boom, {:?}", Old::here().tenant) };
    on_a_worker(|| {
        let before = Old::here();
        assert_eq!(turn.bind(|_| Old::here())(), expected);
        assert_eq!(turn.bind_mut(|_, ()| Old::here())(()), expected);
        assert_eq!(turn.bind_fn(|_, ()| Old::here())(()), expected);
        assert_eq!(turn.bind_once(|_, ()| Old::here())(()), expected);
        assert_eq!(turn.in_span(|_| Old::here()), expected);
        assert_eq!(turn.stamp(()).open_sync(|_, ()| Old::here()), expected);
        assert_eq!(turn.stamp(()).inspect(|_, ()| Old::here()), expected);
        assert_eq!(polled_once(turn.carry(async |_| Old::here())), Poll::Ready(expected.clone()));
        assert_eq!(polled_once(turn.in_span_async(async |_| Old::here())), Poll::Ready(expected.clone()));
        assert_eq!(polled_once(turn.run(async |_| Old::here())), Poll::Ready(Ok(expected.clone())));
        assert_eq!(polled_once(turn.carry(async |_| std::future::pending::<()>().await)), Poll::Pending);
        assert_eq!(Old::here(), before);

        for panics in [
            &(|| drop(turn.bind(boom)())) as &dyn Fn(),
            &|| drop(turn.in_span(boom)),
            &|| drop(polled_once(turn.carry(async |ctx| boom(ctx)))),
            &|| drop(turn.stamp(()).open_sync(|ctx, ()| boom(ctx))),
        ] {
            let payload = catch_unwind(AssertUnwindSafe(panics)).unwrap_err();
            assert_eq!(payload.downcast_ref::<String>().unwrap(), r#"boom, Some("acme")"#);
            assert_eq!(Old::here(), before);
        }
    });
}

#[test]
fn a_full_pool_that_runs_on_the_caller() {
    let gate = gate();
    let (turn, caller) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let pool = ctx::Pool::builder().threads(1).queue(0).when_full(WhenFull::RunOnCaller).build().unwrap();
    let (release, released) = std::sync::mpsc::channel::<()>();
    let busy = pool
        .submit(&turn, move |_| {
            let _ = released.recv();
        })
        .unwrap();
    on_a_worker(|| {
        caller.in_span(|caller| {
            let seen = pool.submit(&turn, |_| (Old::here(), std::thread::current().id())).unwrap().wait().unwrap();
            assert_eq!(seen, (Old::under(&turn), std::thread::current().id()));
            assert_eq!(Old::here(), Old::under(caller));
            let panicked = pool.submit(&turn, |_| panic!("boom")).unwrap().wait();
            assert!(panicked.unwrap_err().is_panic());
            assert_eq!(Old::here(), Old::under(caller));
        });
    });
    drop(release);
    busy.wait().unwrap();
    assert_eq!(pool.submit(&turn, |_| Old::here()).unwrap().wait().unwrap(), Old::under(&turn));
}

#[test]
fn threads_streams_and_timers() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let expected = Old::under(&turn);
    assert_eq!(turn.thread("old", |_| Old::here()).unwrap().join().unwrap(), expected);
    on_a_worker(|| {
        runtime().block_on(async {
            assert_eq!(turn.spawn_blocking(|_| Old::here()).await.unwrap(), expected);
            let tick = turn.after(ctx::hops::Attached, Duration::ZERO, async |_| Old::here());
            assert_eq!(tick.await.unwrap().unwrap(), expected);
            let items = turn.stream(async |_, out| {
                for _ in 0..3 {
                    sleep(Duration::ZERO).await;
                    out.send(Old::here()).await;
                }
            });
            let seen: Vec<_> = futures_util::StreamExt::collect(items).await;
            assert_eq!(seen, vec![expected.clone(); 3]);
            assert_eq!(Old::here().tenant, Some("worker"));
        });
    });
}
