//! For the platform: no tenant, no admission.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::App;

/// `GET /healthz`.
pub(super) async fn health(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "status": "ok", "draining": app.draining() }))
}

/// `POST /admin/drain`: no new requests from now on, those in flight are finished.
pub(super) async fn drain(State(app): State<Arc<App>>) -> (StatusCode, Json<Value>) {
    app.drain();
    tracing::info!("draining");
    (StatusCode::ACCEPTED, Json(json!({ "draining": true })))
}
