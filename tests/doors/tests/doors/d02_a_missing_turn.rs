//! A handler, or middleware, that asks for a turn where there is none: the same answer each time, without a word of the inside.

use axum::Router;
use axum::extract::{Path, Request};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get as get_route;
use ctx::requests::{Incoming, NoTurn, TenantSource, TrustedHeader};
use ctx::tower::TurnLayer;
use http::StatusCode;
use http::request::Parts;
use support::{AgentPin, Lines, TenantId, Turn, TurnFields, gate};

use crate::service::{ask, get_as, layer, tenant, whose};

#[tokio::test]
async fn the_answer_is_fixed_and_the_log_has_one_line() {
    let _captured = Lines::capture();
    let lines = || Lines::by_field("route", "/orders-of-d02/{id}");
    let router: Router = Router::new().route("/orders-of-d02/{id}", get_route(whose));
    let answer = ask(&router, get_as("acme", "/orders-of-d02/7")).await;
    assert_eq!(answer, (StatusCode::INTERNAL_SERVER_ERROR, NoTurn::TEXT.to_owned()));
    let lines = lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!((lines[0].target.as_str(), lines[0].field("method")), ("ctx::door", Some("GET")));
    assert!(lines[0].message.contains("`TurnLayer`"), "the fix is named: {}", lines[0].message);
    assert!(lines[0].field("asked").is_some_and(|asked| asked.contains("TenantId")));
    assert_eq!(lines[0].tenant(), None);
}

async fn asks(turn: Turn, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    (response.status(), format!("for {}", turn.tenant())).into_response()
}

#[tokio::test]
async fn middleware_that_runs_before_the_layer() {
    let router = || Router::new().route("/", get_route(whose));
    // The last one that is added is the first one to run.
    let before = router().layer(layer(&gate())).layer(middleware::from_fn(asks));
    let answer = ask(&before, get_as("acme", "/")).await;
    assert_eq!(answer, (StatusCode::INTERNAL_SERVER_ERROR, NoTurn::TEXT.to_owned()));
    let after = router().layer(middleware::from_fn(asks)).layer(layer(&gate()));
    assert_eq!(ask(&after, get_as("acme", "/")).await, (StatusCode::OK, "for acme".to_owned()));
}

#[tokio::test]
async fn of_two_layers_the_inner_one_counts() {
    let (outer, inner) = (gate(), gate());
    let resolver = |request: &Parts| {
        let tenant = TrustedHeader::new("x-inner-tenant", tenant).of(request)?;
        Ok(Incoming::new(tenant, AgentPin { version: 1 }, TurnFields::new()))
    };
    let router =
        Router::new().route("/", get_route(whose)).layer(TurnLayer::new(inner.clone(), resolver)).layer(layer(&outer));
    let mut request = get_as("acme", "/");
    request.headers_mut().insert("x-inner-tenant", "globex".parse().unwrap());
    assert_eq!(ask(&router, request).await, (StatusCode::OK, "globex".to_owned()));
    assert_eq!((outer.live(), inner.live()), (0, 0));
}

#[tokio::test]
async fn a_turn_with_other_slots_hides_the_outer_one() {
    let other = TurnLayer::new(gate(), |_: &Parts| Ok(Incoming::new(TenantId("acme"), (), ())));
    let router = Router::new().route("/", get_route(whose)).layer(other).layer(layer(&gate()));
    let answer = ask(&router, get_as("globex", "/")).await;
    assert_eq!(answer, (StatusCode::INTERNAL_SERVER_ERROR, NoTurn::TEXT.to_owned()));

    let mut request = http::Request::new(());
    gate().admit(TenantId("acme"), (), ()).unwrap().attach_to(&mut request);
    let missing = Turn::of(&request).unwrap_err();
    assert!(missing.has_other_slots());
    assert!(!missing.to_string().contains("TenantId"), "{missing}");
    assert!(format!("{missing:?}").contains("TenantId"), "{missing:?}");
}

#[tokio::test]
async fn asked_twice_it_is_the_same_turn() {
    async fn twice(first: Turn, second: Turn) -> String {
        assert_eq!(first.fields(), second.fields());
        first.cancel();
        format!("{} {}", second.tenant(), second.is_cancelled())
    }
    let gate = gate();
    let live = gate.clone();
    let counted = move |_: Turn, request: Request, next: Next| {
        assert_eq!(live.live(), 1);
        next.run(request)
    };
    let router = Router::new().route("/", get_route(twice)).layer(middleware::from_fn(counted)).layer(layer(&gate));
    assert_eq!(ask(&router, get_as("acme", "/")).await, (StatusCode::OK, "acme true".to_owned()));
    assert_eq!(gate.live(), 0);
}

type P = Path<u64>;

/// axum's limit; the turn shares a place.
#[expect(clippy::too_many_arguments, reason = "as many as axum allows")]
async fn sixteen(
    (turn, _a): (Turn, P),
    _b: P,
    _c: P,
    _d: P,
    _e: P,
    _f: P,
    _g: P,
    _h: P,
    _i: P,
    _j: P,
    _k: P,
    _l: P,
    _m: P,
    _n: P,
    _o: P,
    Path(last): P,
) -> String {
    let ctx = &*turn;
    format!("{} {last}", ctx.tenant())
}

#[tokio::test]
async fn a_handler_with_sixteen_parameters() {
    let router = Router::new().route("/{id}", get_route(sixteen)).layer(layer(&gate()));
    assert_eq!(ask(&router, get_as("acme", "/16")).await, (StatusCode::OK, "acme 16".to_owned()));
}
