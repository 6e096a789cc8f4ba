// leads to: ctx.spawn
use std::cell::Cell;

use application::Ctx;

thread_local! {
    static CURRENT: Cell<Option<&'static Ctx>> = const { Cell::new(None) };
}

fn handler(ctx: &Ctx) {
    CURRENT.set(Some(ctx));
}

fn main() {}
