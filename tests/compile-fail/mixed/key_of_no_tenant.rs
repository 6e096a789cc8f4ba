// leads to: gate.for_tenant
use application::PlatformCtx;

fn remember(ctx: &PlatformCtx) {
    let _ = ctx.key(7);
}

fn main() {}
