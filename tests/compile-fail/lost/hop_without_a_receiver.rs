// leads to: pass `ctx` first
use application::{Ctx, load};

async fn handler(_ctx: &Ctx) {
    Ctx::spawn(async move |ctx| load(ctx, 1).await);
}

fn main() {}
