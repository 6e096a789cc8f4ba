// leads to: ctx.bind_mut
use application::{Ctx, load_now};

fn handler(ctx: &Ctx) {
    let mut seen = 0;
    let _row = ctx.bind_fn(|ctx, id: u64| {
        seen += 1;
        load_now(ctx, id)
    });
}

fn main() {}
