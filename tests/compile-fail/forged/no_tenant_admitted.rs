// leads to: gate.platform
use application::PlatformCtx;

fn enter(gate: &ctx::Gate, platform: &PlatformCtx) {
    let _ = gate.admit(platform.tenant().clone(), (), ());
}

fn main() {}
