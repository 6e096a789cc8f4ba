//! What is captured beside the context is moved or cloned as for any task.

use std::sync::Arc;

use application::{Ctx, load};

async fn handler(ctx: &Ctx, table: Arc<str>) -> String {
    let shared = Arc::clone(&table);
    let row = ctx.spawn(async move |ctx| format!("{shared}: {}", load(ctx, 1).await)).await.unwrap();
    format!("{row}, again from {table}")
}

#[tokio::test]
async fn it_has_both() {
    assert_eq!(handler(&crate::turn("acme"), "rows".into()).await, "rows: row 1 of acme, again from rows");
}
