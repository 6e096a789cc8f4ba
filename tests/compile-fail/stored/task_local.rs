// leads to: ctx.spawn
use application::Ctx;

tokio::task_local! {
    static CURRENT: &'static Ctx;
}

async fn handler(ctx: &Ctx) {
    CURRENT.scope(ctx, async {}).await;
}

fn main() {}
