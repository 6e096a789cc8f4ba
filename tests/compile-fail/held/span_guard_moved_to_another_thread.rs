// leads to: ctx.in_span_async
use application::Ctx;

fn execute(_work: impl Future<Output = ()> + Send + 'static) {}

fn handler(ctx: &Ctx) {
    let inside = tracing::info_span!(parent: ctx.span_id(), "step").entered();
    execute(async move { drop(inside) });
}

fn main() {}
