//! What keeps a turn alive, and what counts as one.

use std::sync::{Arc, mpsc};

use futures_util::StreamExt;

use crate::identity::{Ctx, TenantId, admit, gate};

#[tokio::test]
async fn every_root_counts_and_nothing_else() {
    let gate = gate();
    assert_eq!(gate.live(), 0);
    let turn = admit(&gate, "acme");
    assert_eq!(gate.live(), 1);
    let derived = turn.map_fields(Clone::clone);
    let sooner = derived.with_time_limit(std::time::Duration::from_secs(9));
    let tasks = [turn.spawn(async |ctx| ctx.cancelled().await), sooner.spawn(async |ctx| ctx.cancelled().await)];
    assert_eq!(gate.live(), 1, "derived contexts and nameless tasks belong to the turn");

    let named = turn.task("audit").spawn(async |ctx| ctx.cancelled().await);
    assert_eq!(gate.live(), 2);
    let detached = derived.detach("mail");
    assert_eq!(gate.live(), 3);
    let billing = detached.platform("billing", ());
    assert_eq!(gate.live(), 4);
    let job = gate.platform("job", ()).unwrap();
    let served = gate.for_tenant(&job, TenantId("globex"), (), ()).unwrap();
    assert_eq!(gate.live(), 6);
    drop(served);
    drop(job);
    assert_eq!(gate.live(), 4);
    drop(billing);
    drop(detached);
    assert_eq!(gate.live(), 2);

    turn.cancel();
    for task in tasks {
        task.await.unwrap();
    }
    named.await.unwrap();
    assert_eq!(gate.live(), 1);
    drop(sooner);
    drop(derived);
    drop(turn);
    assert_eq!(gate.live(), 0);
}

/// Each on its own is enough; when it lets go, the turn has ended.
#[tokio::test]
async fn each_holder_keeps_the_turn_by_itself() {
    let gate = gate();
    let turn = || admit(&gate, "acme");

    let bound = turn().bind(|ctx| ctx.tenant().clone());
    assert_eq!(gate.live(), 1);
    assert_eq!(bound(), TenantId("acme"));
    assert_eq!(gate.live(), 0);

    let mut again = turn().bind_mut(|_, ()| ());
    again(());
    assert_eq!(gate.live(), 1, "it may be called again");
    drop(again);
    assert_eq!(gate.live(), 0);

    let carried = turn().carry(async |ctx| ctx.tenant().clone());
    assert_eq!(gate.live(), 1);
    carried.await;
    assert_eq!(gate.live(), 0);
    drop(turn().carry(async |_| ()));
    assert_eq!(gate.live(), 0);

    let each = turn().carry_each(async |_, ()| ());
    let (copy, future) = (each.clone(), each(()));
    drop(each);
    future.await;
    assert_eq!(gate.live(), 1);
    drop(copy);
    assert_eq!(gate.live(), 0);

    let message = turn().stamp(7).map(|n| n + 1);
    assert_eq!((gate.live(), message.tenant().0), (1, "acme"));
    assert_eq!(message.open(async |_: &Ctx, n| n).await, 8);
    assert_eq!(gate.live(), 0);

    let mut items = Box::pin(turn().stream(async |_, out| out.send(1).await));
    assert_eq!(items.next().await, Some(1));
    assert_eq!(gate.live(), 1, "the last item is taken, the end is not");
    assert_eq!(items.next().await, None);
    assert_eq!(gate.live(), 0);

    let (go, goes) = mpsc::channel::<()>();
    let thread = turn().thread("t", move |_| goes.recv()).unwrap();
    assert_eq!(gate.live(), 1);
    drop(go);
    assert!(thread.join().unwrap().is_err());
    assert_eq!(gate.live(), 0);

    let canceller = turn().canceller();
    assert_eq!(gate.live(), 0, "a canceller holds nothing");
    canceller.cancel();
}

/// Each of a long row of tasks starts the next one and ends: none keeps those before it.
#[tokio::test]
async fn a_task_that_starts_the_next_one() {
    use tokio::sync::oneshot;

    fn next(ctx: &Ctx, left: u32, done: oneshot::Sender<usize>, gate: ctx::Gate) {
        if left == 0 {
            return done.send(gate.live()).unwrap();
        }
        drop(ctx.task("next").spawn(async move |ctx| next(ctx, left - 1, done, gate)));
    }
    fn platform_next(ctx: &ctx::Ctx<ctx::NoTenant>, left: u32, done: oneshot::Sender<usize>, gate: ctx::Gate) {
        if left == 0 {
            return done.send(gate.live()).unwrap();
        }
        drop(ctx.platform("next", ()).spawn(async move |ctx| platform_next(ctx, left - 1, done, gate)));
    }

    let gate = gate();
    let turn = admit(&gate, "acme");
    let (done, live) = oneshot::channel();
    next(&turn, 50_000, done, gate.clone());
    assert!(live.await.unwrap() <= 3, "the turn, the task, and perhaps the one before");
    let (done, live) = oneshot::channel();
    platform_next(&turn.platform("first", ()), 50_000, done, gate.clone());
    assert!(live.await.unwrap() <= 3);
    let last = turn.task("last").spawn(async |ctx| ctx.task("below").spawn(async |ctx| ctx.cancelled().await).await);
    tokio::task::yield_now().await;
    turn.cancel();
    last.await.unwrap().unwrap();
    drop(turn);
    gate.idle().await;
}

/// The slots go when the last holder does, wherever it is.
#[tokio::test]
async fn the_last_holder_drops_the_slots() {
    #[derive(Clone)]
    struct Session(#[expect(dead_code, reason = "it is counted")] Arc<()>);
    impl ctx::Pin for Session {}

    let session = Arc::new(());
    let turn = gate().admit(TenantId("acme"), Session(Arc::clone(&session)), ()).unwrap();
    let task = turn.spawn(async |ctx| ctx.cancelled().await);
    assert_eq!(Arc::strong_count(&session), 2, "shared by the hops, not copied");
    let canceller = turn.canceller();
    drop(turn);
    assert_eq!(Arc::strong_count(&session), 2);
    canceller.cancel();
    task.await.unwrap();
    assert_eq!(Arc::strong_count(&session), 1);
}
