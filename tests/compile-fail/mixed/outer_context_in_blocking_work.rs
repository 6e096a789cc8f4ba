// leads to: name the closure's argument `ctx` too
use application::{Ctx, load_now};

async fn handler(ctx: &Ctx) {
    ctx.spawn_blocking(move |_| load_now(ctx, 1));
}

fn main() {}
