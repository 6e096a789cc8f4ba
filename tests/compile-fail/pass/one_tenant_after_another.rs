//! Platform work reaches tenants through the gate, one at a time.

use application::{AgentPin, PlatformCtx, TenantId, TurnFields, load_now};

fn nightly(gate: &ctx::Gate, platform: &PlatformCtx) -> Result<Vec<String>, ctx::Error> {
    let mut rows = Vec::new();
    for tenant in [TenantId("acme"), TenantId("globex")] {
        let ctx = gate.for_tenant(platform, tenant, AgentPin(1), TurnFields { request_id: 1 })?;
        rows.push(load_now(&ctx, 1));
    }
    Ok(rows)
}

#[test]
fn each_has_its_row() {
    let gate = crate::gate();
    let platform = gate.platform("nightly", ()).unwrap();
    assert_eq!(nightly(&gate, &platform).unwrap(), ["row 1 of acme", "row 1 of globex"]);
}
