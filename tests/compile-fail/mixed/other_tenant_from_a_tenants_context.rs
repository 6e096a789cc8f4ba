// leads to: gate.platform
use application::{Ctx, TenantId};

fn reach(gate: &ctx::Gate, ctx: &Ctx) {
    let _other = gate.for_tenant(ctx, TenantId("globex"), (), ());
}

fn main() {}
