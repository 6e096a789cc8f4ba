//! What the service has stored for the tenant.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;

use super::admission::Entered;
use super::handled::handled;
use crate::app::App;

/// `GET /v1/turns`.
pub(super) async fn turns(State(app): State<Arc<App>>, Entered(turn, _client): Entered) -> Response {
    handled(&turn, async |ctx| Ok(Json(app.storage.messages(ctx).await?))).await
}

/// `GET /v1/audit`.
pub(super) async fn audit(State(app): State<Arc<App>>, Entered(turn, _client): Entered) -> Response {
    handled(&turn, async |ctx| Ok(Json(app.storage.audit(ctx).await?))).await
}

/// `GET /v1/usage`.
pub(super) async fn usage(State(app): State<Arc<App>>, Entered(turn, _client): Entered) -> Response {
    handled(&turn, async |ctx| Ok(Json(app.storage.usage(ctx).await?))).await
}
