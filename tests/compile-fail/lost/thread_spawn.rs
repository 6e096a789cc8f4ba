// leads to: ctx.thread
use application::{Ctx, load_now};

fn handler(ctx: &Ctx) {
    std::thread::spawn(move || load_now(ctx, 1));
}

fn main() {}
