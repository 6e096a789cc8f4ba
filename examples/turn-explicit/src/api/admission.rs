//! The door: who gets in, and with which context.

use std::sync::Arc;

use axum::Json;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use ctx::requests::{Incoming, Refusal, Resolve};
use ctx::tower::{Answers, TurnLayer};
use serde_json::json;

use super::headers;
use crate::context::{AgentPin, TenantId, TurnFields};
use crate::platform::Platform;

/// Admits a turn for each request that its headers say enough of. The turn is cancelled when the client leaves.
pub(super) fn door(
    platform: Arc<Platform>,
) -> TurnLayer<
    impl Resolve<Tenant = TenantId, Pin = AgentPin, Fields = TurnFields>,
    impl Answers<axum::body::Body> + Clone,
> {
    let gate = platform.gate.clone();
    let resolver =
        move |request: &Parts| -> Result<Incoming<_, _, _>, Refusal> { headers::read(request, &platform.tenants) };
    TurnLayer::new(gate, resolver).answering(as_json)
}

fn as_json(refusal: &Refusal) -> Response {
    (refusal.status(), Json(json!({ "error": refusal.text() }))).into_response()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use axum::Router;
    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;
    use crate::Turn;

    fn platform() -> Arc<Platform> {
        Arc::new(Platform::new(&["acme".to_owned()]).expect("the name is well-formed"))
    }

    /// The answer to a request with these headers; `handler` looks at the turn.
    async fn enter(platform: &Arc<Platform>, headers: &[(&str, &str)], handler: fn(&Turn)) -> Response {
        let router =
            Router::new().route("/", get(async move |turn: Turn| handler(&turn))).layer(door(platform.clone()));
        let request = headers.iter().fold(Request::get("/"), |request, (name, value)| request.header(*name, *value));
        let request = request.body(Body::empty()).expect("the headers are well-formed");
        router.oneshot(request).await.unwrap_or_else(|never| match never {})
    }

    #[tokio::test]
    async fn a_turn_has_what_the_headers_say() {
        let headers = [("x-tenant", "acme"), ("x-agent-version", "7"), ("x-request-id", "q1")];
        let platform = platform();
        let entered = enter(&platform, &headers, |turn| {
            assert_eq!(turn.tenant().as_str(), "acme");
            assert_eq!(turn.pin().agent_version, "7");
            assert_eq!(turn.fields().request_id, "q1");
            assert_eq!(turn.deadline(), None);
        });
        assert_eq!(entered.await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_deadline_is_kept_and_one_in_the_past_is_refused() {
        let platform = platform();
        let in_an_hour = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() + 3_600_000;
        let in_an_hour = in_an_hour.to_string();
        let headers = [("x-tenant", "acme"), ("x-deadline-ms", in_an_hour.as_str())];
        let entered = enter(&platform, &headers, |turn| {
            assert!(turn.remaining().expect("there is a deadline") > Duration::from_secs(3_500));
        });
        assert_eq!(entered.await.status(), StatusCode::OK);
        let late = enter(&platform, &[("x-tenant", "acme"), ("x-deadline-ms", "1000")], |_| panic!("let in"));
        assert_eq!(late.await.status(), StatusCode::GATEWAY_TIMEOUT);
    }

    #[tokio::test]
    async fn nobody_is_let_in_once_the_gate_is_closed() {
        let platform = platform();
        platform.gate.close();
        let refused = enter(&platform, &[("x-tenant", "acme")], |_| panic!("let in")).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers()["retry-after"], "1");
        let unknown = enter(&platform, &[("x-tenant", "umbrella")], |_| panic!("let in")).await;
        assert_eq!(unknown.status(), StatusCode::UNAUTHORIZED);
    }
}
