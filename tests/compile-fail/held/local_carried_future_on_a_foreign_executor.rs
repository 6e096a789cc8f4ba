// leads to: ctx.spawn_local
use std::rc::Rc;

use application::{Ctx, load};

fn execute(_work: impl Future<Output = ()> + Send + 'static) {}

fn handler(ctx: &Ctx) {
    execute(ctx.carry(async move |ctx| {
        let count = Rc::new(1);
        load(ctx, *count).await;
        drop(count);
    }));
}

fn main() {}
