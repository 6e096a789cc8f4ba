//! What the tenant's agent works with.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::admission::Entered;
use super::failure::Failure;
use super::handled::handled;
use crate::app::App;
use crate::storage::Document;

#[derive(Deserialize)]
pub(super) struct DocumentBody {
    content: String,
    tenant_mark: String,
}

#[derive(Deserialize)]
pub(super) struct OrderBody {
    status: String,
}

/// `PUT /v1/documents/{id}`.
pub(super) async fn put_document(
    State(app): State<Arc<App>>,
    Entered(turn, _client): Entered,
    Path(id): Path<String>,
    body: Result<Json<DocumentBody>, JsonRejection>,
) -> Response {
    let put = handled(&turn, async |ctx| {
        let DocumentBody { content, tenant_mark } = body?.0;
        app.storage.put_document(ctx, &Document { id, content, tenant_mark }).await?;
        app.retrieval.forget(ctx);
        Ok(StatusCode::NO_CONTENT)
    });
    put.await
}

/// `PUT /v1/orders/{id}`.
pub(super) async fn put_order(
    State(app): State<Arc<App>>,
    Entered(turn, _client): Entered,
    id: Result<Path<i64>, PathRejection>,
    body: Result<Json<OrderBody>, JsonRejection>,
) -> Response {
    let put = handled(&turn, async |ctx| {
        let Path(id) = id.map_err(|_| Failure::Malformed("bad order id"))?;
        app.storage.put_order(ctx, id, &body?.0.status).await?;
        Ok(StatusCode::NO_CONTENT)
    });
    put.await
}
