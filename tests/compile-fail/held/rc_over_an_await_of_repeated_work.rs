// leads to: before the await
use std::rc::Rc;

use application::{Ctx, load};

fn retry(ctx: &Ctx) {
    let _again = ctx.carry_each(async move |ctx, id: u64| {
        let id = Rc::new(id);
        load(ctx, *id).await;
        drop(id);
    });
}

fn main() {}
