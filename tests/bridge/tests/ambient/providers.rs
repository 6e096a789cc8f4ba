//! Calls that set old places and give a ctx.

use std::rc::Rc;
use std::time::Duration;

use bridge::{BRIDGE, Old, gate};
use support::{AgentPin, Ctx, TenantId, TurnFields, admit, raw};
use tokio::task::yield_now;

fn slots(tenant: &'static str) -> (TenantId, AgentPin, TurnFields) {
    (TenantId(tenant), AgentPin { version: 5 }, TurnFields::new())
}

async fn migrated(ctx: &Ctx) -> Result<&'static str, ctx::Error> {
    yield_now().await;
    ctx.check()?;
    assert_eq!(Old::here(), Old::under(ctx));
    Ok(ctx.tenant().0)
}

/// What `scope(x, async { .. })` was, generated.
async fn scope<O>(tenant: &'static str, work: impl AsyncFnOnce(&Ctx) -> O) -> O {
    let (tenant, pin, fields) = slots(tenant);
    BRIDGE.scope(tenant, pin, fields, work).await
}

#[tokio::test]
async fn both_at_every_poll() {
    assert_eq!(scope("acme", migrated).await, Ok("acme"));
    assert_eq!(Old::here(), Old::NOTHING);
    let (tenant, pin, fields) = slots("acme");
    let seen = BRIDGE.sync_scope(tenant, pin, fields, |ctx| (Old::here(), Old::under(ctx)));
    assert_eq!(seen.0, seen.1);
    assert_eq!(Old::here(), Old::NOTHING);
}

/// `Send` is inferred, with what is borrowed, with `?` and early returns, nested and boxed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn send_when_what_it_holds_is() {
    let work = async {
        let rows = String::from("abc");
        let boxed: std::pin::Pin<Box<dyn Future<Output = Result<usize, ctx::Error>> + Send + '_>> =
            Box::pin(scope("acme", async |ctx| {
                if rows.is_empty() {
                    return Ok(0);
                }
                let outer = migrated(ctx).await?;
                let inner = scope("globex", async |ctx| migrated(ctx).await).await?;
                assert_eq!((outer, inner), ("acme", "globex"));
                assert_eq!(Old::here(), Old::under(ctx));
                Ok(rows.len())
            }));
        boxed.await
    };
    let scoped = scope("acme", async |_| 3);
    assert_eq!(raw::task(scoped).await.unwrap(), 3);
    assert_eq!(raw::task(work).await.unwrap(), Ok(3));
}

#[tokio::test]
async fn not_send_when_it_is_not() {
    let local = Rc::new(2);
    let out = scope("acme", async |ctx| {
        yield_now().await;
        (*local, ctx.tenant().0)
    });
    assert_eq!(out.await, (2, "acme"));
}

#[tokio::test(start_paused = true)]
async fn inside_a_turn_it_is_attached_to_it() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let work = turn.spawn(async |ctx| {
        let limited = ctx.with_time_limit(Duration::from_secs(5));
        limited
            .in_span_async(async |limited| {
                scope("globex", async |inner| {
                    assert_eq!(inner.deadline(), limited.deadline());
                    assert_eq!((inner.kind(), inner.tenant().0), ("scope", "globex"));
                    inner.until_done(std::future::pending::<()>()).await
                })
                .await
            })
            .await
    });
    yield_now().await;
    assert_eq!(gate.live(), 2, "the gate of the turn knows it");
    turn.cancel();
    assert!(work.await.unwrap().unwrap_err().is_cancelled());
    drop(turn);
    assert_eq!(gate.live(), 0);
}

/// A future that is made inside and runs elsewhere is not inside.
#[tokio::test]
async fn where_it_is_polled_counts() {
    let turn = admit(&gate(), "acme");
    let made_inside = turn.in_span(|_| scope("globex", async |ctx| (yield_now().await, ctx.check())));
    turn.cancel();
    assert_eq!(raw::task(made_inside).await.unwrap(), ((), Ok(())));
}

#[tokio::test]
async fn a_drain_waits_for_them() {
    static ROOTS: ctx::bridge::Roots = ctx::bridge::Roots::new(|_| ());
    let before = ROOTS.begin("start-up", TenantId("acme"), (), ());
    assert_eq!(ROOTS.gate().live(), 1);

    let gate = gate();
    ROOTS.use_gate(&gate);
    ROOTS.use_gate(&gate);
    let turn = ROOTS.begin("import", TenantId("acme"), (), ());
    let seam = ROOTS.turn(TenantId("acme"), (), ());
    let platform = ROOTS.platform("sweep", ());
    assert_eq!(gate.live(), 3);
    let report = gate.drain(Duration::ZERO).await;
    let kinds: Vec<_> = report.still_running().iter().map(ctx::StillRunning::kind).collect();
    assert_eq!(kinds, ["import", "seam", "sweep"]);
    assert!(report.still_running()[0].started_at().file().ends_with("providers.rs"));
    assert!(turn.is_cancelled() && seam.is_cancelled() && platform.is_cancelled());
    before.check().expect("it is of a gate that nobody drains");
    // Old code cannot be told that it comes too late.
    let late = ROOTS.begin("late", TenantId("acme"), (), ());
    assert!(late.is_cancelled());
}

#[test]
fn a_holder_is_counted_once() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    turn.in_span(|_| assert_eq!(gate.still_running()[0].holders(), 1));
    turn.bind(|_| assert_eq!(gate.still_running()[0].holders(), 2))();
}

/// It is one more piece of work of the turn around it, also for who follows it through logs and services.
#[tokio::test]
async fn inside_a_turn_it_goes_on_with_its_trace() {
    let turn = admit(&gate(), "acme");
    let trace = turn.trace_context().trace_id();
    let inner = turn.carry(async |_| scope("globex", async |ctx| ctx.trace_context().trace_id()).await);
    assert_eq!(inner.await, trace);
    assert_ne!(scope("globex", async |ctx| ctx.trace_context().trace_id()).await, trace);
}
