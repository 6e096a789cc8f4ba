//! What the tenant's agent works with.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use ctx::with_ctx;
use serde::Deserialize;

use super::failure::Failure;
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
#[with_ctx(entry)]
pub(super) async fn put_document(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    body: Result<Json<DocumentBody>, JsonRejection>,
) -> Result<StatusCode, Failure> {
    let DocumentBody { content, tenant_mark } = body?.0;
    app.storage.put_document(ctx, &Document { id, content, tenant_mark }).await?;
    app.retrieval.forget(ctx);
    Ok(StatusCode::NO_CONTENT)
}

/// `PUT /v1/orders/{id}`.
#[with_ctx(entry)]
pub(super) async fn put_order(
    State(app): State<Arc<App>>,
    id: Result<Path<i64>, PathRejection>,
    body: Result<Json<OrderBody>, JsonRejection>,
) -> Result<StatusCode, Failure> {
    let Path(id) = id.map_err(|_| Failure::Malformed("bad order id"))?;
    app.storage.put_order(ctx, id, &body?.0.status).await?;
    Ok(StatusCode::NO_CONTENT)
}
