//! A real server, and one connection to it that the test holds in its hand.

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::Request;
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A server, stopped when this is dropped.
pub(crate) struct Server {
    address: std::net::SocketAddr,
    serving: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(router: Router) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self { address, serving }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    async fn tcp(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("the server listens")
    }

    pub(crate) async fn http1(&self) -> Http1 {
        let (sender, connection) = http1::handshake(TokioIo::new(self.tcp().await)).await.expect("HTTP/1");
        Http1 { sender, connection: tokio::spawn(async move { drop(connection.await) }) }
    }

    pub(crate) async fn http2(&self) -> http2::SendRequest<Body> {
        let io = TokioIo::new(self.tcp().await);
        let (sender, connection) = http2::handshake(TokioExecutor::new(), io).await.expect("HTTP/2");
        tokio::spawn(async move { drop(connection.await) });
        sender
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// One connection, closed when this is dropped.
pub(crate) struct Http1 {
    sender: http1::SendRequest<Body>,
    connection: JoinHandle<()>,
}

impl Http1 {
    pub(crate) async fn ask(&mut self, mut request: Request<Body>) -> Response {
        request.headers_mut().insert("host", "localhost".parse().expect("a host"));
        self.sender.ready().await.expect("the connection is open");
        self.sender.send_request(request).await.expect("an answer").map(Body::new)
    }
}

impl Drop for Http1 {
    fn drop(&mut self) {
        self.connection.abort();
    }
}
