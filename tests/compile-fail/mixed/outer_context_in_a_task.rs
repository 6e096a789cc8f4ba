// leads to: async move |ctx| ..
use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    ctx.spawn(async move |_| load(ctx, 1).await);
}

fn main() {}
