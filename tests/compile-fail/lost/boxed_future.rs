// leads to: ctx.carry
use std::pin::Pin;

use application::{Ctx, load};

fn enqueue(_job: Pin<Box<dyn Future<Output = String> + Send>>) {}

fn handler(ctx: &Ctx) {
    enqueue(Box::pin(load(ctx, 1)));
}

fn main() {}
