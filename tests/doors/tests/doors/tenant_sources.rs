//! Where the tenant of a request is known from: each way to say it wrongly is refused, and there is no default.

use ctx::requests::{Authenticated, Refusal, TenantSource, TrustedHeader};
use http::request::Parts;
use http::{HeaderValue, Request};
use support::TenantId;

use crate::service::tenant;

#[derive(Clone)]
struct Claims {
    org: &'static str,
}

fn authenticated() -> impl TenantSource<Tenant = TenantId> {
    Authenticated::new(|claims: &Claims| tenant(claims.org))
}

fn header() -> impl TenantSource<Tenant = TenantId> {
    TrustedHeader::new("x-tenant", tenant)
}

fn request(claims: Option<&'static str>, headers: &[&[u8]]) -> Parts {
    let mut request = Request::new(());
    request.extensions_mut().extend(http::Extensions::new());
    if let Some(org) = claims {
        request.extensions_mut().insert(Claims { org });
    }
    for value in headers {
        request.headers_mut().append("x-tenant", HeaderValue::from_bytes(value).expect("a header"));
    }
    request.into_parts().0
}

#[track_caller]
fn assert_found(source: &impl TenantSource<Tenant = TenantId>, request: &Parts, expected: Result<&str, u16>) {
    let found = source.of(request);
    assert_eq!(found.as_ref().map(|tenant| tenant.0).map_err(|refusal| refusal.status().as_u16()), expected);
}

#[test]
fn what_was_authenticated() {
    let source = authenticated();
    assert_found(&source, &request(Some("acme"), &[]), Ok("acme"));
    assert_found(&source, &request(None, &[]), Err(401));
    // Claims of nobody that is known are no more than none.
    assert_found(&source, &request(Some("umbrella"), &[]), Err(401));
    assert_found(&source, &request(None, &[b"acme"]), Err(401));
}

#[test]
fn a_trusted_header() {
    let source = header();
    assert_found(&source, &request(None, &[b"globex"]), Ok("globex"));
    assert_found(&source, &request(None, &[]), Err(401));
    for malformed in [&b""[..], b"Acme", b"umbrella", b"acme, globex", b"acme,acme", b"\xff\xfe", b"acme\tglobex"] {
        assert_found(&source, &request(None, &[malformed]), Err(400));
    }
    assert_found(&source, &request(None, &[b"acme", b"globex"]), Err(400));
    assert_found(&source, &request(None, &[b"acme", b"acme"]), Err(400));
    assert_found(&source, &request(None, &[b"acme", b""]), Err(400));
}

#[test]
fn a_comma_is_two_headers() {
    // Also for a `parse` that would take it.
    let source = TrustedHeader::new("x-tenant", |_: &str| Some(TenantId("acme")));
    assert_found(&source, &request(None, &[b"acme,globex"]), Err(400));
}

#[test]
#[should_panic = "invalid"]
fn a_header_that_can_never_come_is_found_at_start_up() {
    let _ = TrustedHeader::new("X Tenant", tenant);
}

#[test]
fn two_that_have_to_agree() {
    let source = authenticated().and_agrees_with(header());
    assert_found(&source, &request(Some("acme"), &[b"acme"]), Ok("acme"));
    assert_found(&source, &request(Some("acme"), &[b"globex"]), Err(403));
    assert_found(&source, &request(Some("acme"), &[]), Err(401));
    assert_found(&source, &request(None, &[b"acme"]), Err(401));
    assert_found(&source, &request(None, &[]), Err(401));
    assert_found(&source, &request(Some("acme"), &[b"acme", b"acme"]), Err(400));
    assert_found(&source, &request(None, &[b"nonsense"]), Err(400));
}

#[test]
fn a_second_one_that_may_be_silent() {
    let source = authenticated().and_agrees_if_sent(header());
    assert_found(&source, &request(Some("acme"), &[]), Ok("acme"));
    assert_found(&source, &request(Some("acme"), &[b"acme"]), Ok("acme"));
    assert_found(&source, &request(Some("acme"), &[b"globex"]), Err(403));
    assert_found(&source, &request(Some("acme"), &[b"nonsense"]), Err(400));
    // The first one may not.
    assert_found(&source, &request(None, &[b"acme"]), Err(401));
    assert_found(&source, &request(None, &[]), Err(401));
}

#[test]
fn three_sources() {
    let host = TrustedHeader::new("x-tenant-of-host", tenant);
    let source = authenticated().and_agrees_if_sent(header()).and_agrees_with(host);
    let mut acme = request(Some("acme"), &[b"acme"]);
    assert_found(&source, &acme, Err(401));
    acme.headers.insert("x-tenant-of-host", HeaderValue::from_static("acme"));
    assert_found(&source, &acme, Ok("acme"));
    acme.headers.insert("x-tenant-of-host", HeaderValue::from_static("globex"));
    assert_found(&source, &acme, Err(403));
}

#[test]
fn a_refusal_says_nothing_of_the_request() {
    for refused in [request(Some("acme"), &[b"globex"]), request(None, &[b"secret"]), request(None, &[])] {
        let refusal: Refusal = authenticated().and_agrees_with(header()).of(&refused).unwrap_err();
        assert!(["forbidden", "bad tenant", "not authenticated"].contains(&refusal.text()), "{refusal}");
    }
}
