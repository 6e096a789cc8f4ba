//! What the service has stored for the tenant.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ctx::with_ctx;

use super::failure::Failure;
use crate::app::App;
use crate::storage::{AuditRow, MessageRow, UsageRow};

/// `GET /v1/turns`.
#[with_ctx(entry)]
pub(super) async fn turns(State(app): State<Arc<App>>) -> Result<Json<Vec<MessageRow>>, Failure> {
    Ok(Json(app.storage.messages(ctx).await?))
}

/// `GET /v1/audit`.
#[with_ctx(entry)]
pub(super) async fn audit(State(app): State<Arc<App>>) -> Result<Json<Vec<AuditRow>>, Failure> {
    Ok(Json(app.storage.audit(ctx).await?))
}

/// `GET /v1/usage`.
#[with_ctx(entry)]
pub(super) async fn usage(State(app): State<Arc<App>>) -> Result<Json<Vec<UsageRow>>, Failure> {
    Ok(Json(app.storage.usage(ctx).await?))
}
