//! For the platform: no tenant, no admission.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::platform::Platform;

/// `GET /healthz`.
pub(super) async fn health(State(platform): State<Arc<Platform>>) -> Json<Value> {
    Json(json!({ "status": "ok", "draining": platform.gate.is_closed() }))
}

/// `POST /admin/drain`: no new requests from now on, those in flight are finished.
pub(super) async fn drain(State(platform): State<Arc<Platform>>) -> (StatusCode, Json<Value>) {
    platform.gate.close();
    tracing::info!("draining");
    (StatusCode::ACCEPTED, Json(json!({ "draining": true })))
}
