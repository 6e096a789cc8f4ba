//! axum: a `Turn` is an extractor.
//!
//! A handler has a parameter `turn: Turn`, which `#[with_ctx(entry)]` adds to it, and the routes are inside a
//! `ctx::tower::TurnLayer`, or middleware that attaches a turn. A handler that is reached without one is not called: the client
//! gets 500 with [a fixed text](crate::requests::NoTurn::TEXT) that names the layer, and the log one line with method and route.
//!
//! A layer is around the routes that were there when it was added, so it is added last; a fallback that works for a tenant needs it
//! too. Of two doors the inner one counts.
//!
//! # Example
//!
//! ```
//! # use std::fmt;
//! # #[derive(Clone)] pub struct TenantId(String);
//! # impl TenantId { fn parse(name: &str) -> Option<Self> { Some(Self(name.to_owned())) } }
//! # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(&self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! use axum::Router;
//! use axum::extract::Path;
//! use axum::routing::get;
//! use ctx::requests::{Incoming, TenantSource, TrustedHeader};
//! use ctx::tower::TurnLayer;
//! use ctx::with_ctx;
//! use http::request::Parts;
//!
//! pub type Ctx = ctx::Ctx<TenantId>;
//! pub type Turn = ctx::Turn<TenantId>;
//!
//! #[with_ctx(entry)]
//! async fn order(Path(id): Path<u64>) -> String {
//!     format!("order {id} of {}", ctx.tenant())
//! }
//!
//! fn router(gate: ctx::Gate) -> Router {
//!     let tenant = TrustedHeader::new("x-tenant", TenantId::parse);
//!     let resolver = move |request: &Parts| Ok(Incoming::new(tenant.of(request)?, (), ()));
//!     Router::new().route("/orders/{id}", get(order)).layer(TurnLayer::new(gate, resolver))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use tower::ServiceExt;
//! let request = http::Request::get("/orders/7").header("x-tenant", "acme").body(axum::body::Body::empty())?;
//! let response = router(ctx::Gate::new()).oneshot(request).await?;
//! assert_eq!(axum::body::to_bytes(response.into_body(), 99).await?, "order 7 of acme");
//! # Ok(()) }
//! ```
//!
//! # Example: a handler with 16 parameters
//!
//! axum allows no 17th, but a tuple of extractors is one extractor:
//!
//! ```
//! # use axum::extract::Path;
//! # #[derive(Clone)] pub struct TenantId(String);
//! # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! # type Turn = ctx::Turn<TenantId>;
//! async fn order((turn, Path(id)): (Turn, Path<u64>) /* and 15 others */) -> String {
//!     let ctx = &*turn;
//!     format!("order {id} of {}", ctx.tenant())
//! }
//! # let _: axum::Router = axum::Router::new().route("/orders/{id}", axum::routing::get(order));
//! ```

use axum::body::Body;
use axum::extract::{FromRequestParts, MatchedPath};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::request::Parts;

use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::requests::{NoTurn, Refusal};
use crate::tenant::TenantSlot;
use crate::turn::Turn;

/// The turn of the request, for a handler inside a `TurnLayer`.
impl<S: Sync, T: TenantSlot, P: Pin, L: LogFields> FromRequestParts<S> for Turn<T, P, L> {
    type Rejection = NoTurn;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, NoTurn> {
        Self::of(parts).inspect_err(|missing| {
            let route = parts.extensions.get().map(MatchedPath::as_str);
            missing.log(parts.method.as_str(), route);
        })
    }
}

/// 500 with a fixed text that names the layer.
impl IntoResponse for NoTurn {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, Self::TEXT).into_response()
    }
}

/// The status and the text of the refusal, for middleware of your own.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.to_response().map(Body::from).into_response()
    }
}
