// leads to: ctx.spawn
use application::{Ctx, TurnFields, load};

async fn handler(ctx: &Ctx) {
    let step = ctx.with_fields(TurnFields { request_id: 2 });
    ctx.spawn(async move |_| load(&step, 1).await);
}

fn main() {}
