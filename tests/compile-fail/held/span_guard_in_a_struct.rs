// leads to: ctx.in_span_async
use application::{Ctx, load};

struct Step {
    _inside: tracing::span::EnteredSpan,
}

async fn handler(ctx: &Ctx) {
    ctx.spawn(async move |ctx| {
        let _step = Step { _inside: tracing::info_span!(parent: ctx.span_id(), "step").entered() };
        load(ctx, 1).await
    });
}

fn main() {}
