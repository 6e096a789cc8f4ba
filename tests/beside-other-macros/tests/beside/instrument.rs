//! `#[tracing::instrument]`.

use application::{load, with_turn};
use ctx::with_ctx;
use tracing::instrument;

#[with_ctx]
#[instrument]
async fn above(id: u64) -> String {
    load(ctx, id).await
}

#[instrument]
#[with_ctx]
async fn below(id: u64) -> String {
    load(ctx, id).await
}

#[with_ctx]
#[instrument(skip_all)]
async fn above_skip_all(id: u64) -> String {
    load(ctx, id).await
}

#[instrument(skip_all)]
#[with_ctx]
async fn below_skip_all(id: u64) -> String {
    load(ctx, id).await
}

#[with_ctx]
#[instrument(skip(ctx), fields(tenant = %ctx.tenant(), id), err(Debug), ret)]
async fn above_with_fields(id: u64) -> Result<String, String> {
    Ok(load(ctx, id).await)
}

#[instrument(skip(id), fields(request = id))]
#[with_ctx]
async fn below_with_fields(id: u64) -> String {
    load(ctx, id).await
}

#[with_ctx]
#[instrument(level = "debug", name = "sync", skip(ctx))]
fn above_sync<'a>(text: &'a str, _: u64) -> &'a str {
    assert!(!ctx.tenant().0.is_empty());
    text
}

#[instrument]
#[with_ctx]
fn below_sync(text: &str) -> &str {
    assert!(!ctx.tenant().0.is_empty());
    text
}

struct Store;

#[with_ctx]
impl Store {
    #[instrument(skip_all)]
    async fn in_a_block(&self, id: u64) -> String {
        load(ctx, id).await
    }
}

#[with_ctx(entry)]
#[instrument(skip_all)]
async fn above_an_entry(id: u64) -> String {
    load(ctx, id).await
}

#[instrument(skip_all)]
#[with_ctx(entry)]
async fn below_an_entry(id: u64) -> String {
    load(ctx, id).await
}

fn assert_send<T: Send>(future: T) -> T {
    future
}

#[tokio::test]
async fn both_orders_give_the_same_function() {
    let turn = crate::test_turn();
    let row = "row 1 of the test";
    assert_eq!(assert_send(above(&turn, 1)).await, row);
    assert_eq!(assert_send(below(&turn, 1)).await, row);
    assert_eq!(above_skip_all(&turn, 1).await, row);
    assert_eq!(below_skip_all(&turn, 1).await, row);
    assert_eq!(above_with_fields(&turn, 1).await.as_deref(), Ok(row));
    assert_eq!(below_with_fields(&turn, 1).await, row);
    assert_eq!(Store.in_a_block(&turn, 1).await, row);
    let text = String::from("text");
    assert_eq!(with_turn(|ctx| above_sync(ctx, &text, 1)), "text", "the result does not borrow from `ctx`");
    assert_eq!(with_turn(|ctx| below_sync(ctx, &text)), "text", "nor here");
}

#[tokio::test]
async fn an_entry_is_instrumented_in_both_orders() {
    use axum::extract::FromRequestParts;
    let (mut parts, ()) = axum::http::Request::new(()).into_parts();
    let Ok(turn) = crate::Turn::from_request_parts(&mut parts, &()).await;
    assert_eq!(above_an_entry(turn, 1).await, "row 1 of the request");
    let Ok(turn) = crate::Turn::from_request_parts(&mut parts, &()).await;
    assert_eq!(below_an_entry(turn, 1).await, "row 1 of the request");
}
