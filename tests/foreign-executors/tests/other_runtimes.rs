//! Runtimes that are not tokio, or hide it.

use std::sync::Arc;

use ctx::hops::{SpawnOn, SpawnPinnedOn, WithCtx};
use futures_util::future::join_all;
use support::{Lines, TenantId, admit, gate};
use tokio::sync::oneshot;

/// smol's executor as one of the application's.
#[derive(Clone, Default)]
struct Smol(Arc<async_executor::Executor<'static>>);

impl<O: Send + 'static> SpawnOn<O> for Smol {
    type Handle = oneshot::Receiver<O>;

    fn start<W: Future<Output = O> + Send + 'static>(&self, work: W, _: WithCtx) -> Self::Handle {
        let (sender, out) = oneshot::channel();
        // A task of smol's is cancelled when its handle is dropped.
        self.0
            .spawn(async move {
                let _ = sender.send(work.await);
            })
            .detach();
        out
    }
}

/// Named in the call, and handed a carried future.
#[test]
fn smols_executor() {
    let (gate, lines, smol) = (gate(), Lines::capture(), Smol::default());
    let mut results = Vec::new();
    for tenant in ["acme", "globex", "acme"] {
        let turn = admit(&gate, tenant);
        let text = lines.text("named");
        results.push(turn.on(&smol).spawn(async move |ctx| {
            futures_util::future::ready(()).await;
            tracing::info!("{text}");
            *ctx.tenant()
        }));
        let text = lines.text("carried");
        smol.0.spawn(turn.carry(async move |_| tracing::info!("{text}"))).detach();
    }
    let seen = futures_executor::block_on(smol.0.run(join_all(results)));
    assert_eq!(seen, [Ok(TenantId("acme")), Ok(TenantId("globex")), Ok(TenantId("acme"))]);
    while smol.0.try_tick() {}
    for text in ["named", "carried"] {
        let tenants: Vec<_> = lines.with(text).iter().map(|line| line.tenant().map(str::to_owned)).collect();
        assert_eq!(tenants, ["acme", "globex", "acme"].map(|tenant| Some(tenant.to_owned())), "{text}");
    }
    assert_eq!(gate.live(), 0);
}

/// An arbiter: a thread with local tasks, which takes closures.
struct Arbiter<'a>(&'a actix_rt::Arbiter);

impl<O: Send + 'static> SpawnPinnedOn<O> for Arbiter<'_> {
    type Handle = oneshot::Receiver<O>;

    fn start_pinned<B, W>(&self, begin: B, _: WithCtx) -> Self::Handle
    where
        B: FnOnce() -> W + Send + 'static,
        W: Future<Output = O> + 'static,
    {
        let (sender, out) = oneshot::channel();
        self.0.spawn(async move {
            actix_rt::spawn(async move {
                let _ = sender.send(begin().await);
            });
        });
        out
    }
}

/// actix's system is tokio inside a `LocalSet`, so the calls of tokio work; an arbiter is named.
#[test]
fn actixs_system_and_arbiter() {
    let (gate, lines) = (gate(), Lines::capture());
    actix_rt::System::new().block_on(async {
        let arbiter = actix_rt::Arbiter::new();
        for tenant in ["acme", "globex"] {
            let (turn, texts) = (admit(&gate, tenant), ["local", "blocking", "pinned"].map(|text| lines.text(text)));
            let [local, blocking, pinned] = texts.map(|text| format!("{text} {tenant}"));
            let local = turn.spawn_local(async move |ctx| {
                tracing::info!("{local}");
                *ctx.tenant()
            });
            let blocking = turn.spawn_blocking(move |ctx| {
                tracing::info!("{blocking}");
                *ctx.tenant()
            });
            let pinned = turn.on(Arbiter(&arbiter)).spawn_pinned(async move |ctx| {
                let tenant = std::rc::Rc::new(*ctx.tenant());
                tokio::task::yield_now().await;
                tracing::info!("{pinned}");
                *tenant
            });
            let seen = (local.await.ok(), blocking.await.ok(), pinned.await.ok());
            assert_eq!(seen, (Some(TenantId(tenant)), Some(TenantId(tenant)), Some(TenantId(tenant))));
            for text in ["local", "blocking", "pinned"] {
                assert_eq!(lines.one(&format!("{text} {tenant}")).tenant(), Some(tenant));
            }
        }
        arbiter.stop();
        assert!(arbiter.join().is_ok());
    });
    assert_eq!(gate.live(), 0);
}
