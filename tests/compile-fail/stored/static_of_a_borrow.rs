// leads to: ctx.stamp
use std::sync::OnceLock;

use application::Ctx;

static CURRENT: OnceLock<&'static Ctx> = OnceLock::new();

fn handler(ctx: &Ctx) {
    let _ = CURRENT.set(ctx);
}

fn main() {}
