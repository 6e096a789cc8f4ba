//! The service under test: its door, its handlers, and requests to it.

use std::convert::Infallible;

use axum::Router;
use axum::body::{Body, to_bytes};
use ctx::Gate;
use ctx::requests::{Incoming, Refusal, TenantSource, TrustedHeader};
use ctx::tower::TurnLayer;
use ctx::with_ctx;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use support::{AgentPin, PIN_VERSION, TenantId, TurnFields};
use tower::ServiceExt as _;

pub(crate) fn tenant(name: &str) -> Option<TenantId> {
    ["acme", "globex"].into_iter().find(|known| *known == name).map(TenantId)
}

pub(crate) type Resolved = Result<Incoming<TenantId, AgentPin, TurnFields>, Refusal>;

/// Trusts the header `x-tenant`. A test that looks for its own lines sends their number as `x-request`.
pub(crate) fn resolve(request: &Parts) -> Resolved {
    let tenant = TrustedHeader::new("x-tenant", tenant).of(request)?;
    let request_id = request.headers.get("x-request").and_then(|id| id.to_str().ok()?.parse().ok());
    let fields = match request_id {
        Some(request_id) => TurnFields { request_id, step: None },
        None => TurnFields::new(),
    };
    Ok(Incoming::new(tenant, AgentPin { version: PIN_VERSION }, fields))
}

pub(crate) type Layer = TurnLayer<fn(&Parts) -> Resolved>;

pub(crate) fn layer(gate: &Gate) -> Layer {
    TurnLayer::new(gate.clone(), resolve as fn(&Parts) -> Resolved)
}

/// A number that no other request of the process has.
pub(crate) fn request_id() -> u64 {
    TurnFields::new().request_id
}

pub(crate) fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).expect("a path")
}

pub(crate) fn get_as(tenant: &str, path: &str) -> Request<Body> {
    Request::get(path).header("x-tenant", tenant).body(Body::empty()).expect("a path")
}

/// A handler that says for whom it works.
#[with_ctx(entry)]
pub(crate) async fn whose() -> String {
    ctx.tenant().to_string()
}

pub(crate) async fn text<B>(response: Response<B>) -> (StatusCode, String)
where
    B: http_body::Body<Data = axum::body::Bytes, Error: std::error::Error + Send + Sync> + Send + 'static,
{
    let (head, body) = response.into_parts();
    let bytes = to_bytes(Body::new(body), 1 << 20).await.expect("a body");
    (head.status, String::from_utf8(bytes.to_vec()).expect("text"))
}

/// Asks a router without a server.
pub(crate) async fn ask(router: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = router.clone().oneshot(request).await;
    text(response.unwrap_or_else(|never: Infallible| match never {})).await
}
