// leads to: Send
use std::rc::Rc;

use application::Ctx;

async fn handler(ctx: &Ctx) {
    ctx.spawn_blocking(|_| Rc::new(1));
}

fn main() {}
