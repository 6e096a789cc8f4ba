//! The door: who gets in, and with which context.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use ctx::CancelOnDrop;

use super::failure::Failure;
use super::headers::Incoming;
use crate::Turn;
use crate::platform::Platform;

/// A request that was let in. The second part stands for the client: hyper drops it with the handler when the client leaves,
/// and what the handler had started is told to stop.
pub(super) struct Entered(pub(super) Turn, pub(super) CancelOnDrop);

impl<S> FromRequestParts<S> for Entered
where
    S: Sync,
    Arc<Platform>: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let platform = Arc::<Platform>::from_ref(state);
        let Incoming { tenant, pin, fields, deadline } = Incoming::read(&parts.headers, &platform.tenants)?;
        let mut admission = platform.gate.admission("request");
        if let Some(deadline) = deadline {
            admission = admission.deadline_at(deadline);
        }
        let turn = admission.admit(tenant, pin, fields)?;
        ctx::info!(turn, method = %parts.method, path = parts.uri.path(), "request admitted");
        let client = turn.canceller().on_drop();
        Ok(Self(turn, client))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{SystemTime, UNIX_EPOCH};

    use axum::http::{Request, StatusCode};
    use axum::response::IntoResponse as _;

    use super::*;

    fn platform() -> Arc<Platform> {
        Arc::new(Platform::new(&["acme".to_owned()]).expect("the name is well-formed"))
    }

    async fn enter(platform: &Arc<Platform>, headers: &[(&str, &str)]) -> Result<Entered, Failure> {
        let request = headers.iter().fold(Request::builder(), |request, (name, value)| request.header(*name, *value));
        let (mut parts, ()) = request.body(()).expect("the headers are well-formed").into_parts();
        Entered::from_request_parts(&mut parts, platform).await
    }

    #[tokio::test]
    async fn a_turn_has_what_the_headers_say() {
        let headers = [("x-tenant", "acme"), ("x-agent-version", "7"), ("x-request-id", "q1")];
        let Entered(turn, _client) = enter(&platform(), &headers).await.expect("let in");
        assert_eq!(turn.tenant().as_str(), "acme");
        assert_eq!(turn.pin().agent_version, "7");
        assert_eq!(turn.fields().request_id, "q1");
        assert_eq!(turn.deadline(), None);
    }

    #[tokio::test]
    async fn a_deadline_is_kept_and_one_in_the_past_is_refused() {
        let platform = platform();
        let in_an_hour = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() + 3_600_000;
        let entered = enter(&platform, &[("x-tenant", "acme"), ("x-deadline-ms", &in_an_hour.to_string())]).await;
        assert!(entered.expect("let in").0.remaining().expect("there is a deadline").as_secs() > 3_500);
        let late = enter(&platform, &[("x-tenant", "acme"), ("x-deadline-ms", "1000")]).await;
        assert_eq!(late.err().expect("refused").status(), StatusCode::GATEWAY_TIMEOUT);
    }

    #[tokio::test]
    async fn nobody_is_let_in_once_the_gate_is_closed() {
        let platform = platform();
        platform.gate.close();
        let refused = enter(&platform, &[("x-tenant", "acme")]).await.err().expect("refused").into_response();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers()["retry-after"], "1");
        let unknown = enter(&platform, &[("x-tenant", "umbrella")]).await;
        assert_eq!(unknown.err().expect("refused").status(), StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn a_client_that_leaves_cancels_the_turn() {
        let Entered(turn, client) = enter(&platform(), &[("x-tenant", "acme")]).await.expect("let in");
        assert!(!turn.is_cancelled());
        drop(client);
        assert!(turn.is_cancelled());
    }
}
