//! Platform work shows old code no tenant, whatever is around it.

use bridge::{Old, gate, set_tenant};
use support::{admit, platform};

#[test]
fn in_the_middle_of_a_turn() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    turn.in_span(|ctx| {
        let sweep = ctx.platform("sweep", ());
        assert_eq!(sweep.in_span(|_| Old::here()), Old::NOTHING);
        assert_eq!(sweep.bind(|_| Old::here())(), Old::NOTHING);
        assert_eq!(Old::here(), Old::under(ctx));
    });
}

#[tokio::test]
async fn on_a_thread_that_just_ran_a_tenants() {
    let gate = gate();
    let (turn, scheduler) = (admit(&gate, "acme"), platform(&gate, "scheduler"));
    for _ in 0..3 {
        assert_eq!(turn.spawn(async |_| Old::here()).await.unwrap(), Old::under(&turn));
        assert_eq!(scheduler.spawn(async |_| Old::here()).await.unwrap(), Old::NOTHING);
        let tick = turn.after(ctx::hops::Platform("sweep"), std::time::Duration::ZERO, async |_| Old::here());
        assert_eq!(tick.await.unwrap().unwrap(), Old::NOTHING);
    }
    // Also where a worker has a value that nobody took away.
    set_tenant(Some("left behind"));
    assert_eq!(scheduler.spawn(async |_| Old::here()).await.unwrap(), Old::NOTHING);
    set_tenant(None);
}

#[test]
fn and_then_one_tenant_after_the_other() {
    let gate = gate();
    let scheduler = platform(&gate, "scheduler");
    scheduler.in_span(|scheduler| {
        for tenant in ["acme", "globex"] {
            let (pin, fields) = (support::AgentPin { version: 3 }, support::TurnFields::new());
            let ctx = gate.for_tenant(scheduler, support::TenantId(tenant), pin, fields).unwrap();
            assert_eq!(ctx.in_span(|_| Old::here()), Old::under(&ctx));
            assert_eq!(Old::here(), Old::NOTHING);
        }
    });
}
