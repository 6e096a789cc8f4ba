// leads to: async move |ctx| ..
use application::Ctx;

async fn handler(ctx: &Ctx) {
    ctx.spawn(async move || 1);
}

fn main() {}
