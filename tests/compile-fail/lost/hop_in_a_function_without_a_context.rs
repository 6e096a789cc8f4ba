// leads to: ctx: &Ctx
async fn audit(row: u64) {
    ctx.spawn(async move |ctx| application::load(ctx, row).await);
}

fn main() {}
