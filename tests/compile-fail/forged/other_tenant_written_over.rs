// leads to: gate.for_tenant
use application::{Ctx, TenantId};

fn become_another(ctx: &Ctx) {
    *ctx.tenant() = TenantId("globex");
}

fn main() {}
