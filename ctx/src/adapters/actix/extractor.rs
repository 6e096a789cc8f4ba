//! The turn of an actix request, and what is answered where there is none.

use std::future::{Ready, ready};

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, ResponseError};

use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::requests::{Attached, NoTurn, Refusal, sealed};
use crate::tenant::TenantSlot;
use crate::turn::Turn;

impl sealed::Sealed for HttpRequest {
    fn put(&mut self, attached: Attached) {
        self.extensions_mut().insert(attached);
    }

    fn attached(&self) -> Option<Attached> {
        self.extensions().get().cloned()
    }
}

impl sealed::Sealed for ServiceRequest {
    fn put(&mut self, attached: Attached) {
        self.extensions_mut().insert(attached);
    }

    fn attached(&self) -> Option<Attached> {
        self.extensions().get().cloned()
    }
}

/// The turn of the request, for a handler inside a `TurnMiddleware`.
impl<T: TenantSlot, P: Pin, L: LogFields> FromRequest for Turn<T, P, L> {
    type Error = NoTurn;
    type Future = Ready<Result<Self, NoTurn>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let turn = Self::of(request);
        ready(turn.inspect_err(|missing| missing.log(request.method().as_str(), request.match_pattern().as_deref())))
    }
}

/// 500 with a fixed text that names the layer.
impl ResponseError for NoTurn {
    fn status_code(&self) -> StatusCode {
        StatusCode::INTERNAL_SERVER_ERROR
    }

    fn error_response(&self) -> HttpResponse {
        Refusal::from(self.clone()).error_response()
    }
}

/// The status and the text of the refusal.
impl ResponseError for Refusal {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status().as_u16()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(seconds) = self.retry_after_seconds() {
            response.insert_header((RETRY_AFTER, usize::from(seconds)));
        }
        response.content_type("text/plain; charset=utf-8").body(self.text())
    }
}
