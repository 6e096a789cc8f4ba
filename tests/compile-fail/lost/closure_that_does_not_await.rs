// leads to: async move |ctx| ..
use application::{Ctx, load_now};

async fn handler(ctx: &Ctx) {
    ctx.spawn(move |ctx| load_now(ctx, 1));
}

fn main() {}
