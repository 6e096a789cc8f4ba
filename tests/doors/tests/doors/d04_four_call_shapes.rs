//! gRPC, on a real server: in each of the four call shapes every message is handled in the turn of its call, and a call that is made
//! inside a handler sends on whose it is.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::task::{Context, Poll};

use axum::body::Bytes;
use bytes::{Buf as _, BufMut as _};
use ctx::requests::{NoTurn, SendOn};
use ctx::tower::{SendOnLayer, SendOnService};
use futures_util::future::BoxFuture;
use futures_util::{Stream, StreamExt as _, stream};
use http::uri::PathAndQuery;
use support::{Lines, Turn, gate};
use tokio::net::TcpListener;
use tonic::body::Body;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Endpoint, Server};
use tonic::{Code, Request, Response, Status, Streaming};
use tower::{Layer as _, Service, service_fn};

use crate::service::{Layer, layer};

/// Messages that are text: nothing has to be generated.
#[derive(Clone, Copy, Default)]
struct Text;

impl Codec for Text {
    type Encode = String;
    type Decode = String;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Text {
    type Item = String;
    type Error = Status;

    fn encode(&mut self, text: String, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(text.as_bytes());
        Ok(())
    }
}

impl Decoder for Text {
    type Item = String;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<String>, Status> {
        let bytes: Bytes = buffer.copy_to_bytes(buffer.remaining());
        Ok(Some(String::from_utf8(bytes.to_vec()).map_err(|_| Status::data_loss("not text"))?))
    }
}

type Client = tonic::client::Grpc<SendOnService<Channel>>;

fn client(server: SocketAddr) -> Client {
    let origin = format!("http://{server}");
    let channel = Endpoint::from_shared(origin.clone()).unwrap().connect_lazy();
    let send_on = SendOn::traceparent().tenant_to("x-tenant", ["127.0.0.1"]);
    tonic::client::Grpc::with_origin(SendOnLayer::new(send_on).layer(channel), origin.parse().unwrap())
}

/// A service as it would be generated: a method per shape, and one that says what it was sent.
#[derive(Clone)]
struct Echo {
    lines: Lines,
    address: SocketAddr,
}

impl Echo {
    /// Knows nothing of a context.
    fn log(&self, text: &str) -> String {
        tracing::info!("{}", self.lines.text(text));
        text.to_owned()
    }

    async fn unary(self, request: Request<String>) -> Result<Response<String>, Status> {
        let turn = Turn::of(&request)?;
        tokio::task::yield_now().await;
        self.log(request.get_ref());
        let mut next = Request::new("who is it?".to_owned());
        next.extensions_mut().insert(turn.outgoing());
        let mut client = client(self.address);
        client.ready().await.map_err(Status::from_error)?;
        client.unary(next, PathAndQuery::from_static("/echo/Sent"), Text).await
    }

    async fn sent(self, request: Request<String>) -> Result<Response<String>, Status> {
        let turn = Turn::of(&request)?;
        let all = |name: &str| -> Vec<String> {
            let values = request.metadata().get_all(name).iter();
            values.map(|value| value.to_str().unwrap().to_owned()).collect()
        };
        let (tenants, traces) = (all("x-tenant").join("+"), all("traceparent").join("+"));
        Ok(Response::new(format!("{} {tenants} {traces} {:x}", turn.tenant(), turn.trace_context().trace_id())))
    }

    async fn client_stream(self, request: Request<Streaming<String>>) -> Result<Response<String>, Status> {
        let mut messages = request.into_inner();
        let mut all = Vec::new();
        while let Some(message) = messages.message().await? {
            all.push(self.log(&message));
        }
        Ok(Response::new(all.join(" ")))
    }

    /// Returns at once; its messages are made while the client takes them.
    async fn server_stream(self, request: Request<String>) -> Result<Response<Messages>, Status> {
        let text = request.into_inner();
        Ok(Response::new(Box::pin(stream::iter(0..3).then(move |_| {
            let (echo, text) = (self.clone(), text.clone());
            async move {
                tokio::task::yield_now().await;
                Ok(echo.log(&text))
            }
        }))))
    }

    async fn both(self, request: Request<Streaming<String>>) -> Result<Response<Messages>, Status> {
        Ok(Response::new(Box::pin(request.into_inner().map(move |message| Ok(self.log(&message?))))))
    }
}

type Messages = std::pin::Pin<Box<dyn Stream<Item = Result<String, Status>> + Send>>;

impl Service<http::Request<Body>> for Echo {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<http::Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let (echo, mut grpc) = (self.clone(), tonic::server::Grpc::new(Text));
        Box::pin(async move {
            Ok(match request.uri().path() {
                "/echo/Unary" => grpc.unary(service_fn(|request| echo.clone().unary(request)), request).await,
                "/echo/Sent" => grpc.unary(service_fn(|request| echo.clone().sent(request)), request).await,
                "/echo/ClientStream" => {
                    grpc.client_streaming(service_fn(|request| echo.clone().client_stream(request)), request).await
                }
                "/echo/ServerStream" => {
                    grpc.server_streaming(service_fn(|request| echo.clone().server_stream(request)), request).await
                }
                "/echo/Both" => grpc.streaming(service_fn(|request| echo.clone().both(request)), request).await,
                other => panic!("{other}"),
            })
        })
    }
}

/// Serves, with the layer or without, while `ask` runs.
async fn served(layer: Option<Layer>, lines: &Lines, ask: impl AsyncFnOnce(Peer)) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let echo = Echo { lines: lines.clone(), address };
    let incoming = TcpIncoming::from(listener);
    let serving: BoxFuture<'_, _> = match layer {
        Some(layer) => Box::pin(Server::builder().layer(layer).serve_with_incoming(echo, incoming)),
        None => Box::pin(Server::builder().serve_with_incoming(echo, incoming)),
    };
    let channel = Endpoint::from_shared(format!("http://{address}")).unwrap().connect_lazy();
    tokio::select! {
        served = serving => panic!("stopped: {served:?}"),
        () = ask(Peer(tonic::client::Grpc::new(channel))) => {}
    }
}

/// A client that is no part of a service.
#[derive(Clone)]
struct Peer(tonic::client::Grpc<Channel>);

const TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

fn asked<M>(tenants: &[&str], message: M) -> Request<M> {
    let mut request = Request::new(message);
    for tenant in tenants {
        request.metadata_mut().append("x-tenant", tenant.parse().unwrap());
    }
    request.metadata_mut().insert("traceparent", TRACE.parse().unwrap());
    request
}

impl Peer {
    async fn unary(&mut self, tenants: &[&str], path: &'static str) -> Result<String, Status> {
        self.0.ready().await.unwrap();
        let path = PathAndQuery::from_static(path);
        Ok(self.0.unary(asked(tenants, "unary".to_owned()), path, Text).await?.into_inner())
    }

    /// All shapes but the first, each message with a text of its own.
    async fn streams(&mut self, tenant: &str) {
        let messages = |text: &str| stream::iter(vec![text.to_owned(); 3]);
        self.0.ready().await.unwrap();
        let path = PathAndQuery::from_static("/echo/ClientStream");
        let all = self.0.client_streaming(asked(&[tenant], messages("taken")), path, Text).await.unwrap();
        assert_eq!(all.into_inner(), "taken taken taken");
        self.0.ready().await.unwrap();
        let path = PathAndQuery::from_static("/echo/ServerStream");
        let given = self.0.server_streaming(asked(&[tenant], "given".to_owned()), path, Text).await.unwrap();
        assert_eq!(given.into_inner().count().await, 3);
        self.0.ready().await.unwrap();
        let path = PathAndQuery::from_static("/echo/Both");
        let both = self.0.streaming(asked(&[tenant], messages("both")), path, Text).await.unwrap();
        assert_eq!(both.into_inner().count().await, 3);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_of_every_shape() {
    let (gate, lines) = (gate(), Lines::capture());
    served(Some(layer(&gate)), &lines, async |peer| {
        let all = async |tenant: &str| {
            let mut peer = peer.clone();
            peer.unary(&[tenant], "/echo/Unary").await.unwrap();
            peer.streams(tenant).await;
        };
        tokio::join!(all("acme"), all("globex"));
        gate.idle().await;
    })
    .await;
    for (text, per_tenant) in [("unary", 1), ("taken", 3), ("given", 3), ("both", 3)] {
        let found = lines.with(text);
        for tenant in ["acme", "globex"] {
            let own = found.iter().filter(|line| line.tenant() == Some(tenant)).count();
            assert_eq!(own, per_tenant, "{text} for {tenant}: {found:?}");
        }
        assert_eq!(found.len(), 2 * per_tenant);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_service_is_told_once() {
    served(Some(layer(&gate())), &Lines::capture(), async |mut peer| {
        let told = peer.unary(&["globex"], "/echo/Unary").await.unwrap();
        let told: Vec<&str> = told.split(' ').collect();
        let [tenant, tenant_headers, traceparent, trace] = told[..] else { panic!("{told:?}") };
        assert_eq!((tenant, tenant_headers), ("globex", "globex"));
        assert_eq!(trace, "4bf92f3577b34da6a3ce929d0e0e4736");
        assert!(traceparent.starts_with("00-4bf92f3577b34da6a3ce929d0e0e4736-"), "{traceparent}");
        assert!(traceparent.len() == TRACE.len() && traceparent != TRACE, "once, and a span of its own: {traceparent}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_without_a_tenant_has_a_status() {
    let gate = gate();
    served(Some(layer(&gate)), &Lines::capture(), async |mut peer| {
        let mut refused = async |tenants: &[&str]| {
            let status = peer.unary(tenants, "/echo/Unary").await.unwrap_err();
            (status.code(), status.message().to_owned())
        };
        assert_eq!(refused(&[]).await, (Code::Unauthenticated, "not authenticated".to_owned()));
        assert_eq!(refused(&["umbrella"]).await, (Code::InvalidArgument, "bad tenant".to_owned()));
        assert_eq!(refused(&["acme", "globex"]).await, (Code::InvalidArgument, "bad tenant".to_owned()));
        gate.close();
        assert_eq!(refused(&["acme"]).await, (Code::Unavailable, "draining".to_owned()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_the_layer_says_so() {
    served(None, &Lines::capture(), async |mut peer| {
        let status = peer.unary(&["acme"], "/echo/Unary").await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::Internal, NoTurn::TEXT));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_made_without_a_context_is_not_sent() {
    served(Some(layer(&gate())), &Lines::capture(), async |_| {
        let mut client = client(SocketAddr::from(([127, 0, 0, 1], 9)));
        client.ready().await.unwrap();
        let path = PathAndQuery::from_static("/echo/Sent");
        let status = client.unary(asked(&["acme"], String::new()), path, Text).await.unwrap_err();
        assert!(status.message().contains("`ctx.outgoing()`"), "{status:?}");
    })
    .await;
}
