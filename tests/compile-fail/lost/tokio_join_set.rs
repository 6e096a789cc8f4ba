// leads to: ctx.join_set
use application::{Ctx, load};

async fn handler(ctx: &Ctx) -> Vec<String> {
    let mut rows = tokio::task::JoinSet::new();
    for id in 0..3 {
        rows.spawn(async move { load(ctx, id).await });
    }
    rows.join_all().await
}

fn main() {}
