// leads to: async move |ctx| ..
use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    ctx.spawn(|ctx| load(ctx, 1));
}

fn main() {}
