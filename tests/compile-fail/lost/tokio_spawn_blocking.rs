// leads to: ctx.spawn_blocking
use application::{Ctx, load_now};

async fn handler(ctx: &Ctx) {
    tokio::task::spawn_blocking(move || load_now(ctx, 1));
}

fn main() {}
