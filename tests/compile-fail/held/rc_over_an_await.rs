// leads to: ctx.spawn_local
use std::rc::Rc;

use application::{Ctx, load};

async fn handler(ctx: &Ctx) {
    ctx.spawn(async move |ctx| {
        let count = Rc::new(1);
        load(ctx, *count).await;
        drop(count);
    });
}

fn main() {}
