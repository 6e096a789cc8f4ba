//! From the headers of a request to its context.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use ctx::requests::{Incoming, Refusal, TenantSource as _, TrustedHeader};

use crate::context::{AgentPin, TenantId, TurnFields};

/// Ids and versions end up in log lines and headers.
const MAX_LENGTH: usize = 64;

/// The turn that the headers of an admissible request ask for.
pub(super) fn read(request: &Parts, known: &[TenantId]) -> Result<Incoming<TenantId, AgentPin, TurnFields>, Refusal> {
    let headers = &request.headers;
    let tenant = tenant(request, known)?;
    let pin = match one(headers, "x-agent-version") {
        None => AgentPin::unspecified(),
        Some(version) => AgentPin::new(version.filter(is_plain).ok_or(Refusal::malformed("bad agent version"))?),
    };
    // An id is only for finding things again: one that cannot be used is replaced and not refused.
    let request_id = one(headers, "x-request-id").flatten().filter(is_plain);
    let fields = request_id.map_or_else(TurnFields::generated, TurnFields::new);
    let incoming = Incoming::new(tenant, pin, fields);
    Ok(match deadline(headers)? {
        Some(deadline) => incoming.deadline_at(deadline),
        None => incoming,
    })
}

/// Stands in for authentication: a token would be checked outside the door, and the tenant be one of its claims.
fn tenant(request: &Parts, known: &[TenantId]) -> Result<TenantId, Refusal> {
    let unknown = || Refusal::new(StatusCode::UNAUTHORIZED, "unknown tenant");
    let tenant = TrustedHeader::new("x-tenant", TenantId::parse).find(request)?.ok_or_else(unknown)?;
    if known.contains(&tenant) { Ok(tenant) } else { Err(unknown()) }
}

fn deadline(headers: &HeaderMap) -> Result<Option<SystemTime>, Refusal> {
    let Some(value) = one(headers, "x-deadline-ms") else { return Ok(None) };
    let since_epoch = value.and_then(|ms| ms.parse().ok()).map(Duration::from_millis);
    let deadline = since_epoch.and_then(|duration| UNIX_EPOCH.checked_add(duration));
    deadline.map(Some).ok_or(Refusal::malformed("bad deadline"))
}

/// `Some(None)` for a header that is there more than once or is not text.
fn one<'a>(headers: &'a HeaderMap, name: &str) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(if values.next().is_some() { None } else { first.to_str().ok() })
}

fn is_plain(value: &&str) -> bool {
    (1..=MAX_LENGTH).contains(&value.len())
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, Request};

    use super::*;

    fn request(entries: &[(&'static str, &str)]) -> Parts {
        let entry = |(name, value): &(&'static str, &str)| (HeaderName::from_static(name), value.parse().expect(value));
        let (mut request, ()) = Request::new(()).into_parts();
        for (name, value) in entries.iter().map(entry) {
            request.headers.append(name, value);
        }
        request
    }

    fn tenant_of(entries: &[(&'static str, &str)]) -> Result<String, StatusCode> {
        let known = ["acme", "globex"].map(|name| TenantId::parse(name).expect(name));
        let tenant = tenant(&request(entries), &known);
        tenant.map(|tenant| tenant.to_string()).map_err(|refusal| refusal.status())
    }

    #[test]
    fn a_known_tenant_is_let_in() {
        assert_eq!(tenant_of(&[("x-tenant", "globex")]), Ok("globex".to_owned()));
    }

    #[test]
    fn a_missing_or_unknown_tenant_is_unauthorized() {
        assert_eq!(tenant_of(&[]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(tenant_of(&[("x-tenant", "umbrella")]), Err(StatusCode::UNAUTHORIZED));
        assert_eq!(tenant_of(&[("x-tenant", "default")]), Err(StatusCode::UNAUTHORIZED));
    }

    #[test]
    fn a_malformed_tenant_is_a_bad_request() {
        for name in ["", "Acme", "../acme", "acme globex", &"a".repeat(65)] {
            assert_eq!(tenant_of(&[("x-tenant", name)]), Err(StatusCode::BAD_REQUEST), "{name:?}");
        }
        let twice = [("x-tenant", "acme"), ("x-tenant", "globex")];
        assert_eq!(tenant_of(&twice), Err(StatusCode::BAD_REQUEST));
    }

    #[test]
    fn a_deadline_is_milliseconds_since_the_epoch() {
        let at = |value| deadline(&request(&[("x-deadline-ms", value)]).headers);
        assert_eq!(at("1500").ok().flatten(), Some(UNIX_EPOCH + Duration::from_millis(1500)));
        assert_eq!(at("soon").map_err(|refusal| refusal.status()), Err(StatusCode::BAD_REQUEST));
        assert_eq!(deadline(&request(&[]).headers).ok().flatten(), None);
    }
}
