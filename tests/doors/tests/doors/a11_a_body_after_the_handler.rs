//! The chunks of a body are made when the server polls it, after the handler has returned: in the turn all the same, which ends with
//! the body, exactly once.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get as get_route;
use ctx::with_ctx;
use futures_util::{Stream, StreamExt as _, stream};
use http_body_util::BodyExt as _;
use support::{Line, Lines, Turn, gate};
use tokio::sync::Notify;

use crate::http_connection::Server;
use crate::service::{get_as, layer, request_id};

const CHUNKS: usize = 4;

/// Knows nothing of a context: its lines have that of the span they are in.
fn chunks(lines: Lines) -> impl Stream<Item = Result<String, Infallible>> {
    stream::iter(0..CHUNKS).map(move |chunk| {
        tracing::info!("{}", lines.text("chunk"));
        Ok(format!("{chunk};"))
    })
}

/// Counts what the end of a request is told with.
fn ends(request_id: u64) -> (Vec<Line>, usize) {
    let logged = Lines::by_field("request_id", request_id);
    let request: Vec<_> = logged.iter().filter(|line| line.message == "request ended").cloned().collect();
    let turn = logged.iter().filter(|line| line.target == "ctx::turn" && line.message == "ended").count();
    (request, turn)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_and_events() {
    let gate = gate();
    for path in ["/stream", "/events"] {
        let lines = Lines::capture();
        let marked = lines.clone();
        let streamed = async move |_: Turn| Body::from_stream(chunks(marked.clone()));
        let marked = lines.clone();
        let events = async move |_: Turn| {
            let events = chunks(marked.clone()).map(|chunk| chunk.map(|text| Event::default().data(text)));
            Sse::new(events)
        };
        let router =
            Router::new().route("/stream", get_route(streamed)).route("/events", get_route(events)).layer(layer(&gate));
        let server = Server::start(router).await;
        let (mut acme, mut globex) = (server.http1().await, server.http1().await);
        let ids = [request_id(), request_id()];
        let ask = |tenant: &str, id: u64| {
            let mut request = get_as(tenant, path);
            request.headers_mut().insert("x-request", id.into());
            request
        };
        let (first, second) = tokio::join!(acme.ask(ask("acme", ids[0])), globex.ask(ask("globex", ids[1])));
        let (first, second) = tokio::join!(first.into_body().collect(), second.into_body().collect());
        for body in [first, second] {
            let body = body.unwrap().to_bytes();
            assert!(String::from_utf8_lossy(&body).contains("3;"), "{body:?}");
        }
        gate.idle().await;
        for (tenant, id) in [("acme", ids[0]), ("globex", ids[1])] {
            let chunks =
                lines.with("chunk").into_iter().filter(|line| line.field("request_id") == Some(&id.to_string()));
            assert_eq!(chunks.filter(|line| line.tenant() == Some(tenant)).count(), CHUNKS);
            let (request, turn) = ends(id);
            assert_eq!((request.len(), turn), (1, 1), "{request:?}");
            assert_eq!((request[0].tenant(), request[0].field("outcome")), (Some(tenant), Some("answered")));
        }
        assert_eq!(lines.with("chunk").len(), 2 * CHUNKS);
    }
}

#[with_ctx(entry)]
async fn endless(work: Arc<Notify>, lines: Lines) -> Response {
    // What the request has started, and nobody wants any more once the client has left.
    ctx.spawn(async move |ctx| {
        ctx.cancelled().await;
        ctx::info!(ctx, "{}", lines.text("told to stop"));
        work.notify_one();
    });
    let ticks = stream::unfold((), async |()| {
        tokio::time::sleep(Duration::from_millis(1)).await;
        Some((Ok::<_, Infallible>("tick"), ()))
    });
    Body::from_stream(ticks).into_response()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_leaves_in_the_middle() {
    let (gate, lines, stopped, id) = (gate(), Lines::capture(), Arc::new(Notify::new()), request_id());
    let (work, marked) = (stopped.clone(), lines.clone());
    let handler = async move |turn: Turn| endless(turn, work.clone(), marked.clone()).await;
    let server = Server::start(Router::new().route("/", get_route(handler)).layer(layer(&gate))).await;
    let mut connection = server.http1().await;
    let mut request = get_as("acme", "/");
    request.headers_mut().insert("x-request", id.into());
    let mut body = connection.ask(request).await.into_body();
    assert!(body.frame().await.unwrap().is_ok());
    assert_eq!((gate.live(), ends(id).0.len()), (1, 0), "it goes on while it is read");
    drop((body, connection));
    stopped.notified().await;
    gate.idle().await;
    assert_eq!(lines.one("told to stop").tenant(), Some("acme"));
    let (request, turn) = ends(id);
    assert_eq!((request.len(), turn), (1, 1));
    assert_eq!(request[0].field("outcome"), Some("client left"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_of_an_announced_length_is_answered_when_it_is_all_there() {
    let _captured = Lines::capture();
    // hyper does not ask such a body whether there is more.
    let gate = gate();
    let id = request_id();
    let announced = async |_: Turn| {
        let never_ends = stream::iter(["abc", "def"]).map(Ok::<_, Infallible>).chain(stream::pending());
        ([("content-length", "6")], Body::from_stream(never_ends))
    };
    let server = Server::start(Router::new().route("/", get_route(announced)).layer(layer(&gate))).await;
    let mut request = get_as("acme", "/");
    request.headers_mut().insert("x-request", id.into());
    let body = server.http1().await.ask(request).await.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(body, "abcdef");
    gate.idle().await;
    assert_eq!(ends(id).0[0].field("outcome"), Some("answered"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_to_head_is_read() {
    let _captured = Lines::capture();
    let gate = gate();
    let id = request_id();
    let handler = async |_: Turn| Body::from_stream(stream::pending::<Result<String, Infallible>>());
    let server = Server::start(Router::new().route("/", get_route(handler)).layer(layer(&gate))).await;
    let mut request = get_as("acme", "/");
    *request.method_mut() = http::Method::HEAD;
    request.headers_mut().insert("x-request", id.into());
    assert_eq!(server.http1().await.ask(request).await.status(), 200);
    gate.idle().await;
    assert_eq!(ends(id).0[0].field("outcome"), Some("answered"));
}
