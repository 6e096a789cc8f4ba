// leads to: ctx.spawn_local
use std::rc::Rc;

use application::{Ctx, load};

async fn handler(ctx: &Ctx, count: Rc<u64>) {
    ctx.spawn(async move |ctx| load(ctx, *count).await);
}

fn main() {}
