// leads to: gate.for_tenant
use application::{PlatformCtx, TenantId};

fn schema(ctx: &impl ctx::Context<Tenant = TenantId>) -> String {
    format!("tenant_{}", ctx.as_ctx().tenant())
}

fn nightly(platform: &PlatformCtx) -> String {
    schema(platform)
}

fn main() {}
