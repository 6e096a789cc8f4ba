// leads to: gate.admit
use application::{Ctx, TenantId};

fn reach(ctx: &Ctx) {
    let _other = ctx.admit(TenantId("globex"), (), ());
}

fn main() {}
