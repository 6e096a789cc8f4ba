// leads to: gate.for_tenant
use application::{Ctx, TenantId};

fn reach(ctx: &Ctx) {
    let platform = ctx.platform("cleanup", ());
    let _other = platform.for_tenant(TenantId("globex"), (), ());
}

fn main() {}
