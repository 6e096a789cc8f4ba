// leads to: ctx.stream
use application::{Ctx, load};
use futures_core::Stream;
use futures_util::{StreamExt, stream};

fn respond(_body: impl Stream<Item = String> + Send + 'static) {}

fn handler(ctx: &Ctx) {
    respond(stream::iter(0..3).then(move |id| load(ctx, id)));
}

fn main() {}
