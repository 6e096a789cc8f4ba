// leads to: ctx.in_span_async
use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    ctx.spawn(async move |ctx| {
        let _inside = ctx.span_id().enter();
        load(ctx, 1).await
    });
}

fn main() {}
