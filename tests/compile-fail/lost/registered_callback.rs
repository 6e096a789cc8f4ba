// leads to: ctx.bind_mut
use application::{Ctx, load_now};

fn on_row(_callback: Box<dyn FnMut(u64) -> String + Send>) {}

fn handler(ctx: &Ctx) {
    on_row(Box::new(move |id| load_now(ctx, id)));
}

fn main() {}
