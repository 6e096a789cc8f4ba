//! What a request to another service says of the turn it is made in.

use ctx::requests::{SendOn, TraceContext};
use http::{HeaderMap, Uri};
use support::{admit, gate, platform};

fn written(send_on: &SendOn, outgoing: &ctx::requests::Outgoing, uri: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("x-tenant", "forged".parse().unwrap());
    headers.append("x-tenant", "twice".parse().unwrap());
    send_on.write(Some(outgoing), &uri.parse::<Uri>().unwrap(), &mut headers).unwrap();
    headers
}

fn tenants(headers: &HeaderMap) -> Vec<&str> {
    headers.get_all("x-tenant").iter().map(|value| value.to_str().unwrap()).collect()
}

#[test]
fn the_tenant_goes_only_to_hosts_that_are_named() {
    let gate = gate();
    let outgoing = admit(&gate, "acme").outgoing();
    let send_on = SendOn::traceparent().tenant_to("x-tenant", ["billing.internal", "127.0.0.1"]);
    for ours in ["http://billing.internal/", "https://BILLING.internal:8443/x", "http://127.0.0.1:1/"] {
        assert_eq!(tenants(&written(&send_on, &outgoing, ours)), ["acme"], "{ours}");
    }
    let others = [
        "https://example.com/",
        "http://billing.internal.example.com/",
        "http://xbilling.internal/",
        "http://example.com/billing.internal",
        "http://billing.internal@example.com/",
        "/a/path/and/no/host",
    ];
    for other in others {
        let headers = written(&send_on, &outgoing, other);
        assert!(tenants(&headers).is_empty(), "{other}: what the request named itself is gone too");
        assert!(headers.contains_key("traceparent"), "{other}");
    }
}

#[test]
fn platform_work_names_no_tenant() {
    let gate = gate();
    let send_on = SendOn::traceparent().tenant_to("x-tenant", ["billing.internal"]);
    let headers = written(&send_on, &platform(&gate, "report").outgoing(), "http://billing.internal/");
    assert!(tenants(&headers).is_empty());
}

#[test]
fn a_turn_and_all_that_it_starts_are_one_trace() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let trace = turn.trace_context().trace_id();
    assert_eq!(turn.trace_context().trace_id(), trace);
    assert_eq!(turn.detach("audit").trace_context().trace_id(), trace);
    assert_eq!(turn.with_fields(()).trace_context().trace_id(), trace);
    assert_eq!(turn.platform("quota", ()).trace_context().trace_id(), trace);
    assert_ne!(admit(&gate, "acme").trace_context().trace_id(), trace);

    let send_on = SendOn::traceparent();
    let sent: Vec<_> = (0..2)
        .map(|_| {
            let headers = written(&send_on, &turn.outgoing(), "http://example.com/");
            TraceContext::parse(headers["traceparent"].to_str().unwrap()).unwrap()
        })
        .collect();
    assert!(sent.iter().all(|sent| sent.trace_id() == trace));
    assert_ne!(sent[0].parent_id(), sent[1].parent_id(), "each request is a span of its own");
}
