//! A layer covers the routes that were there when it was added. A handler that needs a context and is outside gets none: it answers
//! one definite error, and never works for somebody by default.

use axum::Router;
use axum::routing::{get as get_route, post};
use ctx::Gate;
use ctx::requests::NoTurn;
use http::{Method, StatusCode};
use support::gate;

use crate::service::{ask, get, get_as, layer, whose};

const OUTSIDE: (StatusCode, &str) = (StatusCode::INTERNAL_SERVER_ERROR, NoTurn::TEXT);
const ACME: (StatusCode, &str) = (StatusCode::OK, "acme");
const REFUSED: (StatusCode, &str) = (StatusCode::UNAUTHORIZED, "not authenticated");

#[track_caller]
fn assert_is(answer: &(StatusCode, String), expected: (StatusCode, &str)) {
    assert_eq!((answer.0, answer.1.as_str()), expected);
}

/// A router with its layer, and the answers to `/inside` and `/outside`, each for acme and for nobody.
async fn assert_inside_and_outside(router: Router) {
    assert_is(&ask(&router, get_as("acme", "/inside")).await, ACME);
    assert_is(&ask(&router, get("/inside")).await, REFUSED);
    assert_is(&ask(&router, get_as("acme", "/outside")).await, OUTSIDE);
    assert_is(&ask(&router, get("/outside")).await, OUTSIDE);
}

fn inside() -> Router {
    Router::new().route("/inside", get_route(whose))
}

fn outside() -> Router {
    Router::new().route("/outside", get_route(whose))
}

#[tokio::test]
async fn a_route_that_was_added_after_the_layer() {
    let gate = gate();
    assert_inside_and_outside(inside().layer(layer(&gate)).route("/outside", get_route(whose))).await;
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn a_merged_router() {
    let gate = gate();
    assert_inside_and_outside(inside().layer(layer(&gate)).merge(outside())).await;
    assert_inside_and_outside(outside().merge(inside().route_layer(layer(&gate)))).await;
}

#[tokio::test]
async fn a_nested_router() {
    let router = |gate: &Gate| {
        Router::new()
            .nest("/in", inside().layer(layer(gate)))
            .nest("/out", outside())
            .nest("/around", Router::new().nest("/deep", inside()).layer(layer(gate)))
    };
    let router = router(&gate());
    assert_is(&ask(&router, get_as("acme", "/in/inside")).await, ACME);
    assert_is(&ask(&router, get_as("acme", "/around/deep/inside")).await, ACME);
    assert_is(&ask(&router, get_as("acme", "/out/outside")).await, OUTSIDE);
    assert_is(&ask(&router, get("/in/inside")).await, REFUSED);
}

#[tokio::test]
async fn a_fallback_beside_a_route_layer() {
    let router = inside().route_layer(layer(&gate())).fallback(whose);
    assert_inside_and_outside(router).await;
}

#[tokio::test]
async fn a_fallback_inside_a_layer() {
    let router = inside().fallback(whose).layer(layer(&gate()));
    assert_is(&ask(&router, get_as("acme", "/nowhere")).await, ACME);
    assert_is(&ask(&router, get("/nowhere")).await, REFUSED);
}

#[tokio::test]
async fn a_method_fallback() {
    let route = || Router::new().route("/inside", post(whose).fallback(whose));
    let covered = route().layer(layer(&gate()));
    assert_is(&ask(&covered, get_as("acme", "/inside")).await, ACME);
    assert_is(&ask(&covered, get("/inside")).await, REFUSED);
    assert_is(&ask(&route(), get_as("acme", "/inside")).await, OUTSIDE);
}

#[tokio::test]
async fn what_is_not_there_needs_no_turn() {
    let gate = gate();
    let by_layer = inside().layer(layer(&gate));
    assert_eq!(ask(&by_layer, get_as("acme", "/nowhere")).await.0, StatusCode::NOT_FOUND);
    // The layer is around the 404 too: who is not authenticated does not learn what is there.
    assert_eq!(ask(&by_layer, get("/nowhere")).await.0, StatusCode::UNAUTHORIZED);
    let by_route = inside().route_layer(layer(&gate));
    assert_eq!(ask(&by_route, get("/nowhere")).await.0, StatusCode::NOT_FOUND);
    let mut wrong_method = get_as("acme", "/inside");
    *wrong_method.method_mut() = Method::DELETE;
    assert_eq!(ask(&by_route, wrong_method).await.0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(gate.live(), 0);
}
