// leads to: async move |ctx| ..
use application::{Ctx, load};
use futures_core::Stream;

fn respond(_body: impl Stream<Item = String> + Send + 'static) {}

fn handler(ctx: &Ctx) {
    respond(ctx.stream(async move |_, out| out.send(load(ctx, 1).await).await));
}

fn main() {}
