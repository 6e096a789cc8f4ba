// leads to: |ctx| ..
use application::Ctx;

async fn handler(ctx: &Ctx) {
    ctx.spawn_blocking(move || 1);
}

fn main() {}
