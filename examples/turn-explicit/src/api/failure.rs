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
    /// Logged by the frame of the handler, which has the context.
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
            Self::Internal(_) => "internal error",
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

/// Why a turn was not admitted, or may not go on.
impl From<ctx::Error> for Failure {
    fn from(error: ctx::Error) -> Self {
        if error.is_too_late() || error.is_deadline_exceeded() {
            Self::DeadlinePassed
        } else {
            // The gate is closed or the grace has ended. A client that has left does not read this.
            Self::Draining
        }
    }
}

impl From<JsonRejection> for Failure {
    fn from(_: JsonRejection) -> Self {
        Self::Malformed("bad body")
    }
}
