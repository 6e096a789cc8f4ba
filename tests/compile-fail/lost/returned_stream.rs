// leads to: ctx.stream
use std::pin::Pin;

use application::{Ctx, load};
use futures_core::Stream;
use futures_util::{StreamExt, stream};

fn body(ctx: &Ctx) -> Pin<Box<dyn Stream<Item = String> + Send>> {
    Box::pin(stream::iter(0..3).then(move |id| load(ctx, id)))
}

fn main() {}
