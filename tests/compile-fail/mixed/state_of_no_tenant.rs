// leads to: gate.for_tenant
use application::{PlatformCtx, TenantId};
use ctx::PerTenant;

fn count(ctx: &PlatformCtx, counters: &PerTenant<TenantId, u64>) -> u64 {
    counters.get(ctx).map_or(0, |counter| *counter)
}

fn main() {}
