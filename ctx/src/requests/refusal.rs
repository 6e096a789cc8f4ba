//! What is answered to a request that gets no turn, or whose turn had to end.

use std::fmt;

use http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};

use crate::error::Error;

/// Why a request is not served: a status, and a short fixed text for the client.
///
/// The text is `&'static`, so that nothing of the request or of the inside gets into an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    text: &'static str,
    grpc: u8,
    retry_after: Option<u16>,
}

/// The codes of gRPC that a refusal can have.
mod grpc {
    pub(super) const CANCELLED: u8 = 1;
    pub(super) const UNKNOWN: u8 = 2;
    pub(super) const INVALID_ARGUMENT: u8 = 3;
    pub(super) const DEADLINE_EXCEEDED: u8 = 4;
    pub(super) const NOT_FOUND: u8 = 5;
    pub(super) const PERMISSION_DENIED: u8 = 7;
    pub(super) const RESOURCE_EXHAUSTED: u8 = 8;
    pub(super) const INTERNAL: u8 = 13;
    pub(super) const UNAVAILABLE: u8 = 14;
    pub(super) const UNAUTHENTICATED: u8 = 16;
}

impl Refusal {
    /// A refusal of your own. `text` is for the client.
    #[must_use]
    pub const fn new(status: StatusCode, text: &'static str) -> Self {
        let grpc = match status.as_u16() {
            400 => grpc::INVALID_ARGUMENT,
            401 => grpc::UNAUTHENTICATED,
            403 => grpc::PERMISSION_DENIED,
            404 => grpc::NOT_FOUND,
            429 => grpc::RESOURCE_EXHAUSTED,
            500 => grpc::INTERNAL,
            503 => grpc::UNAVAILABLE,
            504 => grpc::DEADLINE_EXCEEDED,
            _ => grpc::UNKNOWN,
        };
        Self { status, text, grpc, retry_after: None }
    }

    /// 401: the request does not say for which tenant it is, or for none that is known.
    #[must_use]
    pub const fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "not authenticated")
    }

    /// 400: what it says cannot be read.
    #[must_use]
    pub const fn malformed(text: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// 403: it contradicts itself, or its tenant may not do this.
    #[must_use]
    pub const fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden")
    }

    /// Tells the client when to try again, in seconds.
    #[must_use]
    pub const fn retry_after(self, seconds: u16) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// The status.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// The text for the client.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// The answer, as plain text.
    #[must_use]
    pub fn to_response(&self) -> Response<&'static str> {
        let mut response = Response::new(self.text);
        *response.status_mut() = self.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
        self.add_retry_after(&mut response);
        response
    }

    /// The answer to a call of gRPC: a response of trailers only, with an empty body. `content_type` is that of the call.
    #[must_use]
    pub fn to_grpc_response(&self, content_type: HeaderValue) -> Response<&'static str> {
        let mut response = Response::new("");
        response.headers_mut().insert(CONTENT_TYPE, content_type);
        response.headers_mut().insert("grpc-status", HeaderValue::from(u16::from(self.grpc)));
        response.headers_mut().insert("grpc-message", percent_encoded(self.text));
        response
    }

    #[cfg(feature = "actix")]
    pub(crate) const fn retry_after_seconds(&self) -> Option<u16> {
        self.retry_after
    }

    /// One line for the operator.
    #[cfg(feature = "tower")]
    pub(crate) fn log(&self, method: &str, path: &str) {
        #[cfg(feature = "tracing")]
        tracing::warn!(
            target: "ctx::door",
            status = self.status.as_u16(),
            reason = self.text,
            method,
            path = crate::for_macros::event_display(path),
            "request refused"
        );
        #[cfg(not(feature = "tracing"))]
        let _ = (method, path);
    }

    pub(crate) fn add_retry_after<B>(&self, response: &mut Response<B>) {
        if let Some(seconds) = self.retry_after {
            response.headers_mut().entry(RETRY_AFTER).or_insert(seconds.into());
        }
    }
}

/// gRPC's encoding of a message: printable ASCII but for `%`.
fn percent_encoded(text: &str) -> HeaderValue {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if (b' '..=b'~').contains(&byte) && byte != b'%' {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    HeaderValue::from_str(&encoded).unwrap_or(HeaderValue::from_static(""))
}

/// Why a turn was not admitted, or may not go on.
impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        if error.is_too_late() || error.is_deadline_exceeded() {
            Self::new(StatusCode::GATEWAY_TIMEOUT, "deadline passed")
        } else if error.is_draining() || error.is_shut_down() {
            Self::new(StatusCode::SERVICE_UNAVAILABLE, "draining").retry_after(1)
        } else if error.is_cancelled() {
            Self { grpc: grpc::CANCELLED, ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "cancelled") }
        } else {
            Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error")
        }
    }
}

/// A handler was reached outside a door.
impl From<super::NoTurn> for Refusal {
    fn from(_: super::NoTurn) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, super::NoTurn::TEXT)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.status.as_u16(), self.text)
    }
}

impl std::error::Error for Refusal {}
