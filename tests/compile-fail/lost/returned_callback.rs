// leads to: ctx.bind_fn
use application::{Ctx, load_now};

fn callback(ctx: &Ctx) -> Box<dyn Fn(u64) -> String + Send> {
    Box::new(move |id| load_now(ctx, id))
}

fn main() {}
