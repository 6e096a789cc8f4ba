//! Which messages make a batch, and under what they are handled.

use std::time::Duration;

use ctx::{Batch, Stamped};
use futures_util::FutureExt;

use crate::identity::{Request, TenantId, Version, admit, gate};

type Message = Stamped<u32, TenantId, Version, Request>;

fn pinned(gate: &ctx::Gate, tenant: &'static str, version: u32, value: u32) -> Message {
    gate.admit(TenantId(tenant), Version(version), Request::new("r1")).expect("the gate is open").stamp(value)
}

fn values(batch: &Batch<u32, TenantId, Version, Request>) -> Vec<u32> {
    batch.messages().iter().map(|message| *message.peek()).collect()
}

#[test]
fn one_tenant_and_one_pin_in_the_order_of_the_messages() {
    let gate = gate();
    let messages = [("acme", 1), ("globex", 1), ("acme", 2), ("acme", 1), ("globex", 1), ("acme", 2)];
    let messages = (0..).zip(messages).map(|(value, (tenant, version))| pinned(&gate, tenant, version, value));
    let batches = Batch::by_tenant(messages);
    let shown: Vec<_> =
        batches.iter().map(|batch| (batch.tenant().0, batch.pin().0, batch.len(), values(batch))).collect();
    assert_eq!(shown, [("acme", 1, 2, vec![0, 3]), ("globex", 1, 2, vec![1, 4]), ("acme", 2, 2, vec![2, 5])]);
    assert!(Batch::by_tenant(Vec::<Message>::new()).is_empty());

    // Turns of two gates have nothing to do with each other.
    let other = self::gate();
    assert_eq!(Batch::by_tenant([pinned(&gate, "acme", 1, 0), pinned(&other, "acme", 1, 1)]).len(), 2);
}

#[tokio::test]
async fn its_context_has_their_tenant_and_pin_and_nothing_of_one_of_them() {
    let gate = gate();
    let (one, two) = (admit(&gate, "acme"), admit(&gate, "acme"));
    let limited = one.with_time_limit(Duration::from_secs(60));
    let batch = Batch::by_tenant([limited.stamp(1), two.stamp(2)]).remove(0);
    one.cancel();
    let opened = batch.open("audit", async |ctx: &ctx::Ctx<TenantId, Version>, values| {
        assert_eq!((ctx.tenant().0, ctx.pin().0, ctx.fields(), ctx.kind()), ("acme", 4, &(), "audit"));
        assert_eq!((ctx.deadline(), ctx.is_cancelled()), (None, false));
        assert_eq!(ctx.until_done(async {}).await, Ok(()));
        values
    });
    assert_eq!(gate.still_running().iter().filter(|running| running.kind() == "audit").count(), 1);
    assert_eq!(opened.await, [1, 2]);
    drop(limited);
    drop((one, two));
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn the_turns_live_until_it_has_been_handled() {
    let gate = gate();
    let batch = |gate| Batch::by_tenant([pinned(gate, "acme", 1, 1), pinned(gate, "acme", 1, 2)]).remove(0);
    let counted = gate.clone();
    // Two turns and the batch.
    batch(&gate).open("audit", async move |_, _| assert_eq!(counted.live(), 3)).await;
    assert_eq!(gate.live(), 0);
    batch(&gate).open_sync("audit", |ctx, values| assert_eq!((ctx.kind(), values.len(), gate.live()), ("audit", 2, 3)));
    assert_eq!(gate.live(), 0);

    let unopened = batch(&gate);
    assert_eq!(gate.live(), 2);
    let never_polled = unopened.open("audit", async |_, _| ());
    assert_eq!(gate.live(), 3);
    drop(never_polled);
    assert_eq!(gate.live(), 0);
    let mut dropped = Box::pin(batch(&gate).open("audit", async |_, _| std::future::pending::<()>().await));
    assert_eq!(dropped.as_mut().now_or_never(), None);
    drop(dropped);
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn what_failed_can_be_done_again() {
    let gate = gate();
    let batch = Batch::by_tenant([pinned(&gate, "acme", 1, 1), pinned(&gate, "acme", 1, 2)]).remove(0);
    let sum = batch.open_ref("audit", async |ctx, values| (ctx.tenant().0, values.iter().copied().sum::<u32>()));
    assert_eq!(sum.await, ("acme", 3));
    assert_eq!(gate.live(), 2);
    let again: Vec<u32> = batch.into_messages().into_iter().map(|one| one.open_sync(|_, value| value)).collect();
    assert_eq!(again, [1, 2]);
}

#[tokio::test]
async fn the_end_of_the_grace_reaches_it() {
    let gate = gate();
    let batch = Batch::by_tenant([pinned(&gate, "acme", 1, 1)]).remove(0);
    let ended = batch.open("audit", async |ctx, _| ctx.until_done(std::future::pending::<()>()).await);
    let report = gate.drain(Duration::ZERO).await;
    assert!(report.still_running().iter().any(|running| running.kind() == "audit" && running.tenant() == Some("acme")));
    assert!(ended.await.unwrap_err().is_shut_down());
}
