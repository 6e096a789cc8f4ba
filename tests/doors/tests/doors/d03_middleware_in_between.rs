//! Middleware of the application's, between the layer and the handler: on each of its paths the turn is there, or the answer says
//! that it is not.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get as get_route;
use ctx::Gate;
use ctx::requests::{Incoming, NoTurn, Refusal};
use ctx::tower::in_turn;
use ctx::with_ctx;
use http::StatusCode;
use support::{AgentPin, Lines, TenantId, Turn, gate};

use crate::service::{ask, get_as, layer, request_id, whose};

fn mark(mut request: Request, how: &str) -> Request {
    request.headers_mut().insert("x-how", how.parse().unwrap());
    request
}

/// What a service has between its door and its handlers, each way marked by a header.
async fn in_between(mut request: Request, next: Next) -> Response {
    let how = request.headers_mut().remove("x-how");
    match how.as_ref().and_then(|how| how.to_str().ok()) {
        Some("answers early") => (StatusCode::FORBIDDEN, "not on Sundays").into_response(),
        Some("from its parts") => {
            let (parts, body) = request.into_parts();
            next.run(Request::from_parts(parts, body)).await
        }
        Some("a new one") => {
            let (parts, body) = request.into_parts();
            let rebuilt = Request::builder().uri(parts.uri).body(body).unwrap();
            next.run(rebuilt).await
        }
        Some("a new one with the extensions") => {
            let (parts, body) = request.into_parts();
            let mut rebuilt = Request::builder().uri(parts.uri).body(body).unwrap();
            *rebuilt.extensions_mut() = parts.extensions;
            next.run(rebuilt).await
        }
        _ => next.run(request).await,
    }
}

fn router(gate: &Gate) -> Router {
    Router::new().route("/", get_route(whose)).layer(middleware::from_fn(in_between)).layer(layer(gate))
}

#[tokio::test]
async fn a_request_that_is_handed_on_keeps_its_turn() {
    let gate = gate();
    for how in ["as it is", "from its parts", "a new one with the extensions"] {
        let answer = ask(&router(&gate), mark(get_as("globex", "/"), how)).await;
        assert_eq!(answer, (StatusCode::OK, "globex".to_owned()), "{how}");
    }
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn a_request_that_is_made_anew_has_none_and_says_so() {
    let answer = ask(&router(&gate()), mark(get_as("globex", "/"), "a new one")).await;
    assert_eq!(answer, (StatusCode::INTERNAL_SERVER_ERROR, NoTurn::TEXT.to_owned()));
}

#[tokio::test]
async fn an_early_answer_is_logged_with_what_is_known() {
    let (lines, request_id) = (Lines::capture(), request_id());
    let mut request = mark(get_as("globex", "/"), "answers early");
    request.headers_mut().insert("x-request", request_id.into());
    assert_eq!(ask(&router(&gate()), request).await.0, StatusCode::FORBIDDEN);
    let logged = Lines::by_field("request_id", request_id);
    let ended: Vec<_> = logged.iter().filter(|line| line.message == "request ended").collect();
    assert_eq!(ended.len(), 1, "{logged:?}");
    assert_eq!((ended[0].tenant(), ended[0].field("status")), (Some("globex"), Some("403")));
    assert_eq!(ended[0].field("outcome"), Some("answered"));
    drop(lines);
}

/// Finds out, after the door, that the request is for another tenant: that is another turn.
async fn on_behalf_of(
    State(gate): State<Gate>,
    outer: Turn,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let fields = outer.fields().at("on behalf");
    let turn = Incoming::new(TenantId("globex"), AgentPin { version: 9 }, fields).admit(&gate)?;
    let response = in_turn(turn, request, |request| next.run(request)).await?;
    tracing::info!("{}", outer.fields().request_id);
    assert_eq!((outer.tenant().0, outer.fields().step), ("acme", None), "the outer one is as it was");
    Ok(response.map(Body::new))
}

#[with_ctx(entry)]
async fn says_all() -> String {
    tracing::info!("{} handled", ctx.fields().request_id);
    format!("{} {} {:?}", ctx.tenant(), ctx.pin().version, ctx.fields().step)
}

#[tokio::test]
async fn another_tenant_is_another_turn() {
    let (gate, lines, request_id) = (gate(), Lines::capture(), request_id());
    let router = Router::new()
        .route("/", get_route(says_all))
        .layer(middleware::from_fn_with_state(gate.clone(), on_behalf_of))
        .layer(layer(&gate));
    let mut request = get_as("acme", "/");
    request.headers_mut().insert("x-request", request_id.into());
    let answer = ask(&router, request).await;
    assert_eq!(answer, (StatusCode::OK, r#"globex 9 Some("on behalf")"#.to_owned()));
    assert_eq!(gate.live(), 0);

    // Lines that name no context: those of the handler are in the inner turn, those of the middleware in the outer one.
    let logged = Lines::by_field("request_id", request_id);
    let tenants_of = |message: String| -> Vec<_> {
        let found = logged.iter().filter(|line| line.message == message);
        found.map(|line| (line.tenant(), line.field("step"))).collect()
    };
    assert_eq!(tenants_of(format!("{request_id} handled")), [(Some("globex"), Some("on behalf"))]);
    assert_eq!(tenants_of(request_id.to_string()), [(Some("acme"), None)]);
    assert_eq!(tenants_of("request ended".into()), [(Some("globex"), Some("on behalf")), (Some("acme"), None)]);
    drop(lines);
}
