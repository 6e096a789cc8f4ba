// leads to: pass `&Ctx`
use std::sync::Arc;

use application::Ctx;

fn shared(ctx: &Ctx) -> Arc<Ctx> {
    Arc::new(*ctx)
}

fn main() {}
