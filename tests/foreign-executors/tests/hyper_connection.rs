//! An HTTP/2 connection on a context's executor: hyper starts a task per request, each for another tenant.

use std::convert::Infallible;
use std::panic::Location;
use std::time::Duration;

use bytes::Bytes;
use ctx::Gate;
use http_body_util::{BodyExt, Empty, Full};
use hyper::service::service_fn;
use hyper::{Request, Response, client, server};
use hyper_util::rt::TokioIo;
use support::{Lines, PlatformCtx, admit, gate, platform};
use tokio::io::DuplexStream;

type Sender = client::conn::http2::SendRequest<Empty<Bytes>>;

/// A client's end, connected. Its tasks run under `ctx`.
async fn connected(ctx: &PlatformCtx, io: DuplexStream) -> Sender {
    let (sender, connection) = match client::conn::http2::handshake(ctx.executor(), TokioIo::new(io)).await {
        Ok(connected) => connected,
        Err(error) => panic!("no handshake: {error}"),
    };
    ctx.task("client connection").spawn(async move |_| connection.await);
    sender
}

/// Serves one connection under a platform context: each request is a turn of its own.
async fn serve(ctx: &PlatformCtx, gate: Gate, io: DuplexStream, lines: Lines) -> hyper::Result<()> {
    let service = service_fn(move |request: Request<_>| {
        let (gate, lines) = (gate.clone(), lines.clone());
        async move {
            let path = request.uri().path().to_owned();
            tracing::info!("{}", lines.text(format_args!("{path} came")));
            assert!(path != "/panic", "{}", lines.text("no such page"));
            let turn = admit(&gate, if path.contains("acme") { "acme" } else { "globex" });
            let body = turn.in_span_async(async |ctx| {
                tokio::task::yield_now().await;
                tracing::info!("{}", lines.text(&path));
                ctx.tenant().to_string()
            });
            Ok::<_, Infallible>(Response::new(Full::new(Bytes::from(body.await))))
        }
    });
    let connection = server::conn::http2::Builder::new(ctx.executor()).serve_connection(TokioIo::new(io), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        ended = &mut connection => return ended,
        () = ctx.shutting_down() => connection.as_mut().graceful_shutdown(),
    }
    connection.await
}

async fn get(sender: &mut Sender, path: &str) -> hyper::Result<Bytes> {
    let request = Request::get(format!("http://localhost{path}")).body(Empty::new());
    let response = sender.send_request(request.expect("a request")).await?;
    Ok(response.into_body().collect().await?.to_bytes())
}

/// Fifty requests of two tenants at once on one connection: none sees the other's context, nor the one that came first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_one_connection_keep_apart() {
    let (gate, lines) = (gate(), Lines::capture());
    let (listener, caller) = (platform(&gate, "listener"), platform(&gate, "caller"));
    let (near, far) = tokio::io::duplex(1 << 16);
    let serving = (gate.clone(), lines.clone());
    let served = listener.task("connection").spawn(async move |ctx| serve(ctx, serving.0, far, serving.1).await);
    let sender = connected(&caller, near).await;
    let asked = (0..50).map(|number| {
        let (mut sender, tenant) = (sender.clone(), if number % 2 == 0 { "acme" } else { "globex" });
        async move { (tenant, number, get(&mut sender, &format!("/{tenant}/{number}")).await) }
    });
    for (tenant, number, answer) in futures_util::future::join_all(asked).await {
        assert_eq!(answer.expect("an answer"), tenant);
        assert_eq!(lines.one(&format!("/{tenant}/{number}")).tenant(), Some(tenant));
        // Before its turn a request is the connection's, which has no tenant.
        let came = lines.one(&format!("/{tenant}/{number} came"));
        assert_eq!((came.tenant(), came.field("kind")), (None, Some("listener")));
    }
    drop((sender, listener, caller));
    assert!(served.await.expect("it was not aborted").is_ok());
    gate.idle().await;
}

/// A connection that nobody uses does not hold up a shutdown: the context tells it to end.
#[tokio::test]
async fn a_shutdown_ends_an_idle_connection() {
    let (gate, lines) = (gate(), Lines::capture());
    let (listener, caller) = (platform(&gate, "listener"), platform(&gate, "caller"));
    let (near, far) = tokio::io::duplex(1 << 16);
    let serving = (gate.clone(), lines.clone());
    listener.task("connection").spawn(async move |ctx| serve(ctx, serving.0, far, serving.1).await);
    let mut sender = connected(&caller, near).await;
    assert!(get(&mut sender, "/acme").await.is_ok());
    drop((listener, caller));
    assert!(gate.still_running().iter().any(|running| running.kind() == "connection"));
    // The client goes when the server has said that it will not serve more.
    let report = gate.drain(Duration::from_secs(20)).await;
    assert!(report.is_clean(), "{report}");
    drop(sender);
}

/// A panic of a handler ends its request. It is reported once: as the connection's, and with the line of the executor.
#[tokio::test]
async fn a_panic_of_a_handler_is_the_connections() {
    let (gate, lines) = (gate(), Lines::capture());
    let (listener, caller) = (platform(&gate, "listener"), platform(&gate, "caller"));
    let (near, far) = tokio::io::duplex(1 << 16);
    let serving = (gate.clone(), lines.clone());
    let served = listener.spawn(async move |ctx| serve(ctx, serving.0, far, serving.1).await);
    let mut sender = connected(&caller, near).await;
    assert!(get(&mut sender, "/panic").await.is_err());
    assert_eq!(get(&mut sender, "/globex").await.expect("the connection goes on"), "globex");
    let report = lines.one("no such page");
    assert_eq!(
        (report.field("kind"), report.tenant(), report.field("hop")),
        (Some("listener"), None, Some("executor"))
    );
    let made_at = report.field("spawned_at").expect("a place");
    assert!(made_at.starts_with(Location::caller().file()), "{made_at}");
    drop((sender, listener, caller));
    assert!(served.await.expect("it was not aborted").is_ok());
    gate.idle().await;
}
