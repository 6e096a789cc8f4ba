// leads to: ctx.bind_mut
use application::{Ctx, load_now};

fn handler(ctx: &Ctx) -> [String; 2] {
    let row = ctx.bind(|ctx| load_now(ctx, 1));
    [row(), row()]
}

fn main() {}
