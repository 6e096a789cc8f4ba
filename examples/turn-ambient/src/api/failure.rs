//! What a client is told when a request fails: enough to act on, nothing about the inside.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde_json::json;

#[derive(Debug)]
pub(super) enum Failure {
    /// The text is for the client.
    Malformed(&'static str),
    UnknownTenant,
    Blocked,
    Draining,
    DeadlinePassed,
    Internal(anyhow::Error),
}

impl Failure {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::UnknownTenant => StatusCode::UNAUTHORIZED,
            Self::Blocked => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Draining => StatusCode::SERVICE_UNAVAILABLE,
            Self::DeadlinePassed => StatusCode::GATEWAY_TIMEOUT,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let text = match &self {
            Self::Malformed(text) => text,
            Self::UnknownTenant => "unknown tenant",
            Self::Blocked => "message blocked",
            Self::Draining => "draining",
            Self::DeadlinePassed => "deadline passed",
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "request failed");
                "internal error"
            }
        };
        let mut response = (self.status(), Json(json!({ "error": text }))).into_response();
        if matches!(self, Self::Draining) {
            response.headers_mut().insert(RETRY_AFTER, 1.into());
        }
        response
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
