//! What a client is told when a request fails: enough to act on, nothing about the inside.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

#[derive(Debug)]
pub(super) enum Failure {
    /// The text is for the client.
    Malformed(&'static str),
    Blocked,
    /// For the log only.
    Internal(anyhow::Error),
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Self::Malformed(text) => (StatusCode::BAD_REQUEST, text),
            Self::Blocked => (StatusCode::UNPROCESSABLE_ENTITY, "message blocked"),
            Self::Internal(error) => {
                // The span is that of the request: the door is around the handler, and this is a part of it.
                tracing::error!(error = format!("{error:#}"), "request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "internal error")
            }
        };
        (status, Json(json!({ "error": text }))).into_response()
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

impl From<JsonRejection> for Failure {
    fn from(_: JsonRejection) -> Self {
        Self::Malformed("bad body")
    }
}
