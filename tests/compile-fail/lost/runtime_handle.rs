// leads to: ctx.carry
use application::{Ctx, load};
use tokio::runtime::Handle;

fn handler(ctx: &Ctx, background: &Handle) {
    background.spawn(async move { load(ctx, 1).await });
}

fn main() {}
