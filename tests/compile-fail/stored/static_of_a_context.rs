// leads to: pass `&Ctx`
use std::sync::OnceLock;

use application::Ctx;

static CURRENT: OnceLock<Ctx> = OnceLock::new();

fn handler(ctx: &Ctx) {
    let _ = CURRENT.set(*ctx);
}

fn main() {}
