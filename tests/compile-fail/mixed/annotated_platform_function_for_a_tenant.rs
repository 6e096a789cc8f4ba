// leads to: gate.for_tenant
use application::{PlatformCtx, load_now};

#[ctx::with_ctx(crate::PlatformCtx)]
fn nightly() -> String {
    load_now(ctx, 1)
}

fn main() {}
