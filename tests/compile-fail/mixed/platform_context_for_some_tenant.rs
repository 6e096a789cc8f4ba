// leads to: gate.for_tenant
use application::PlatformCtx;

fn schema<T: ctx::Tenant>(ctx: &ctx::Ctx<T>) -> String {
    format!("tenant_{}", ctx.tenant())
}

fn nightly(platform: &PlatformCtx) -> String {
    schema(platform)
}

fn main() {}
