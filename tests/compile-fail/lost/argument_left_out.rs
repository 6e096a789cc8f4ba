// leads to: pass `ctx` first
use application::{Ctx, load};

async fn handler(_ctx: &Ctx) -> String {
    load(1).await
}

fn main() {}
