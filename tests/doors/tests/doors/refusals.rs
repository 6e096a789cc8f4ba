//! What a client sees when its request gets no turn.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get as get_route;
use ctx::requests::{Incoming, Refusal};
use ctx::tower::TurnLayer;
use http::request::Parts;
use http::{Request, StatusCode};
use support::{AgentPin, Lines, TenantId, TurnFields, gate};
use tower::ServiceExt as _;

use crate::service::{ask, get, get_as, layer, resolve, text, whose};

fn router(gate: &ctx::Gate) -> Router {
    Router::new().route("/", get_route(whose)).layer(layer(gate))
}

async fn respond(router: &Router, request: Request<Body>) -> Response {
    router.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
}

#[tokio::test]
async fn draining_says_when_to_come_again() {
    let gate = gate();
    gate.close();
    let response = respond(&router(&gate), get_as("acme", "/")).await;
    assert_eq!(response.headers()["retry-after"], "1");
    assert_eq!(text(response).await, (StatusCode::SERVICE_UNAVAILABLE, "draining".to_owned()));
}

#[tokio::test]
async fn a_deadline_that_has_passed() {
    let resolver = |request: &Parts| Ok(resolve(request)?.time_limit(Duration::ZERO));
    let router = Router::new().route("/", get_route(whose)).layer(TurnLayer::new(gate(), resolver));
    let answer = ask(&router, get_as("acme", "/")).await;
    assert_eq!(answer, (StatusCode::GATEWAY_TIMEOUT, "deadline passed".to_owned()));
}

#[tokio::test]
async fn a_refusal_has_one_line_and_reaches_no_handler() {
    let _captured = Lines::capture();
    let path = "/refused-once";
    let router = Router::new().route(path, get_route(async || -> &'static str { panic!("reached") }));
    let router = router.layer(layer(&gate()));
    assert_eq!(ask(&router, get(path)).await, (StatusCode::UNAUTHORIZED, "not authenticated".to_owned()));
    let lines = Lines::by_field("path", path);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((lines[0].message.as_str(), lines[0].field("status")), ("request refused", Some("401")));
}

#[tokio::test]
async fn in_a_form_of_the_applications() {
    let gate = gate();
    let answers = |refusal: &Refusal| (refusal.status(), format!("[{}]", refusal.text())).into_response();
    let router = Router::new().route("/", get_route(whose)).layer(layer(&gate).answering(answers));
    assert_eq!(ask(&router, get("/")).await, (StatusCode::UNAUTHORIZED, "[not authenticated]".to_owned()));
    gate.close();
    let response = respond(&router, get_as("acme", "/")).await;
    assert_eq!(response.headers()["retry-after"], "1", "it is added");
    assert_eq!(text(response).await.1, "[draining]");
}

/// The answer to a call of gRPC: its code, its message, and whether there is nothing else.
async fn grpc(router: &Router, tenant: &[&str]) -> (StatusCode, String, String, String) {
    let mut request = get("/");
    request.headers_mut().insert("content-type", "application/grpc+proto".parse().unwrap());
    for tenant in tenant {
        request.headers_mut().append("x-tenant", tenant.parse().unwrap());
    }
    let response = respond(router, request).await;
    assert_eq!(response.headers()["content-type"], "application/grpc+proto");
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    let (code, message) = (header("grpc-status"), header("grpc-message"));
    let (status, body) = text(response).await;
    (status, code, message, body)
}

#[tokio::test]
async fn a_call_of_grpc_is_answered_in_its_own_form() {
    let gate = gate();
    let json = |refusal: &Refusal| (refusal.status(), "not for gRPC").into_response();
    for router in [router(&gate), Router::new().route("/", get_route(whose)).layer(layer(&gate).answering(json))] {
        let refused = |code: &str, text: &str| (StatusCode::OK, code.to_owned(), text.to_owned(), String::new());
        assert_eq!(grpc(&router, &[]).await, refused("16", "not authenticated"));
        assert_eq!(grpc(&router, &["acme", "globex"]).await, refused("3", "bad tenant"));
    }
    gate.close();
    let (status, code, ..) = grpc(&router(&gate), &["acme"]).await;
    assert_eq!((status, code.as_str()), (StatusCode::OK, "14"));
    let late = |_: &Parts| {
        let incoming = Incoming::new(TenantId("acme"), AgentPin { version: 1 }, TurnFields::new());
        Ok(incoming.time_limit(Duration::ZERO))
    };
    let late = Router::new().route("/", get_route(whose)).layer(TurnLayer::new(support::gate(), late));
    assert_eq!(grpc(&late, &[]).await.1, "4");
}

#[test]
fn a_message_that_is_not_ascii() {
    let refusal = Refusal::new(StatusCode::PAYMENT_REQUIRED, "100 % zu spät");
    let response = refusal.to_grpc_response("application/grpc".parse().unwrap());
    assert_eq!(response.headers()["grpc-message"], "100 %25 zu sp%C3%A4t");
    assert_eq!(response.headers()["grpc-status"], "2");
}
