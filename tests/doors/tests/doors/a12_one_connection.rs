//! A context belongs to its request, not to the connection: what comes next on it has none of the one before.

use std::sync::Arc;

use axum::Router;
use axum::routing::get as get_route;
use ctx::with_ctx;
use http::StatusCode;
use support::{Lines, gate};
use tokio::sync::Barrier;

use crate::http_connection::Server;
use crate::service::{get, get_as, layer, text, whose};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_after_the_other() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    let free = async move || tracing::info!("{}", marked.text("free"));
    let router = Router::new().route("/whose", get_route(whose)).layer(layer(&gate)).route("/free", get_route(free));
    let server = Server::start(router).await;
    let mut connection = server.http1().await;
    assert_eq!(text(connection.ask(get_as("acme", "/whose")).await).await, (StatusCode::OK, "acme".to_owned()));
    assert_eq!(text(connection.ask(get("/whose")).await).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(text(connection.ask(get("/free")).await).await.0, StatusCode::OK);
    assert_eq!(text(connection.ask(get_as("globex", "/whose")).await).await, (StatusCode::OK, "globex".to_owned()));
    assert_eq!(lines.one("free").tenant(), None);
    gate.idle().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_at_once_on_http2() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    // All are in their handlers before any of them goes on.
    let (together, rounds) = (Arc::new(Barrier::new(8)), 5);
    let handler = async move |turn: support::Turn| handle(turn, &marked, &together, rounds).await;
    let server = Server::start(Router::new().route("/", get_route(handler)).layer(layer(&gate))).await;
    let connection = server.http2().await;
    let ask = |tenant: &'static str| {
        let mut connection = connection.clone();
        async move {
            let mut request = get_as(tenant, "/");
            *request.uri_mut() = "http://localhost/".parse().unwrap();
            connection.ready().await.unwrap();
            let response = connection.send_request(request).await.unwrap();
            assert_eq!(text(response).await, (StatusCode::OK, tenant.to_owned()));
        }
    };
    futures_util::future::join_all(["acme", "globex"].repeat(4).into_iter().map(ask)).await;
    for tenant in ["acme", "globex"] {
        let found = lines.with(tenant);
        assert_eq!(found.len(), 4 * rounds);
        assert!(found.iter().all(|line| line.tenant() == Some(tenant)), "{found:?}");
    }
    gate.idle().await;
}

#[with_ctx(entry)]
async fn handle(lines: &Lines, together: &Barrier, rounds: usize) -> String {
    let tenant = ctx.tenant().to_string();
    for _ in 0..rounds {
        together.wait().await;
        // Names no context: the current span alone tells whose it is.
        tracing::info!("{}", lines.text(&tenant));
    }
    tenant
}
