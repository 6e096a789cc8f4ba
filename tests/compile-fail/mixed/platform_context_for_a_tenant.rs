// leads to: gate.for_tenant
use application::{PlatformCtx, load_now};

fn nightly(platform: &PlatformCtx) -> String {
    load_now(platform, 1)
}

fn main() {}
