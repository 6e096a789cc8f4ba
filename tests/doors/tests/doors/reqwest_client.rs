//! A client of reqwest's, against real servers: the tenant reaches the host that is named, and no other.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use ctx::requests::{SendOn, TraceContext};
use http::HeaderMap;
use support::{admit, gate};

use crate::http_connection::Server;

fn said(headers: &HeaderMap) -> String {
    let all = |name: &str| -> Vec<_> {
        headers.get_all(name).iter().map(|value| value.to_str().unwrap().to_owned()).collect()
    };
    format!("{}|{}", all("x-tenant").join("+"), all("traceparent").join("+"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trace_to_all_and_the_tenant_to_whom_it_is_for() {
    let echo = || Router::new().route("/", get(async |headers: HeaderMap| said(&headers)));
    let server = Server::start(echo()).await;
    let send_on = SendOn::traceparent().tenant_to("x-tenant", ["127.0.0.1"]);
    let client = ctx::reqwest::client(reqwest::Client::builder(), send_on).unwrap().build();
    let turn = admit(&gate(), "acme");
    let ask = async |host: &str| {
        let request = client.get(format!("http://{host}:{}/", server.port())).header("x-tenant", "forged");
        let answer = request.with_extension(turn.outgoing()).send().await.unwrap().text().await.unwrap();
        let (tenant, traceparent) = answer.split_once('|').unwrap();
        let trace = TraceContext::parse(traceparent).unwrap();
        assert_eq!(trace.trace_id(), turn.trace_context().trace_id());
        tenant.to_owned()
    };
    assert_eq!(ask("127.0.0.1").await, "acme");
    assert_eq!(ask("localhost").await, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redirect_does_not_take_the_tenant_along() {
    let echo = Router::new().route("/", get(async |headers: HeaderMap| said(&headers)));
    let elsewhere = Server::start(echo).await;
    let target = format!("http://localhost:{}/", elsewhere.port());
    let server = Server::start(Router::new().route("/", get(async move || Redirect::temporary(&target)))).await;
    let send_on = SendOn::traceparent().tenant_to("x-tenant", ["127.0.0.1"]);
    let follows = reqwest::Client::builder().redirect(reqwest::redirect::Policy::limited(3));
    let client = ctx::reqwest::client(follows, send_on).unwrap().build();
    let request = client.get(format!("http://127.0.0.1:{}/", server.port()));
    let answer = request.with_extension(admit(&gate(), "acme").outgoing()).send().await.unwrap();
    assert_eq!(answer.status(), 307);
}

#[tokio::test]
async fn a_request_without_a_context_is_not_sent() {
    let client = ctx::reqwest::client(reqwest::Client::builder(), SendOn::traceparent()).unwrap().build();
    let refused = client.get("http://127.0.0.1:9/").send().await.unwrap_err();
    assert!(refused.is_middleware(), "{refused:?}");
    assert!(refused.to_string().contains("`ctx.outgoing()`"), "{refused}");
}
