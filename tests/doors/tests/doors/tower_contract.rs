//! tower's contract, kept by the layer: readiness, errors, the call itself, and bodies are what they are without it; only that all
//! of it happens in the turn's span.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use axum::body::Bytes;
use futures_util::FutureExt as _;
use http::{HeaderMap, Request, Response};
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt as _, Full};
use support::{Lines, gate};
use tower::{Layer as _, Service, ServiceExt as _, service_fn};

use crate::service::layer;

fn request() -> Request<()> {
    Request::builder().header("x-tenant", "acme").body(()).unwrap()
}

/// Ready at the second poll, as often as it is called; not `Clone`, not `Send`, and fails.
struct Limited {
    polls: u32,
    lines: Lines,
    _local: Rc<()>,
}

impl Service<Request<()>> for Limited {
    type Response = Response<Full<Bytes>>;
    type Error = &'static str;
    type Future = Ready<Result<Response<Full<Bytes>>, &'static str>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), &'static str>> {
        self.polls += 1;
        if self.polls.is_multiple_of(2) {
            return Poll::Ready(Ok(()));
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn call(&mut self, _: Request<()>) -> Self::Future {
        assert!(self.polls > 0 && self.polls.is_multiple_of(2), "called without being ready");
        tracing::info!("{}", self.lines.text("called"));
        ready(Err("out of order"))
    }
}

#[tokio::test]
async fn readiness_and_errors_are_passed_on() {
    let lines = Lines::capture();
    let mut service = layer(&gate()).layer(Limited { polls: 0, lines: lines.clone(), _local: Rc::new(()) });
    for _ in 0..2 {
        assert!(service.ready().now_or_never().is_none(), "it is not ready at once");
        let error = service.ready().await.unwrap().call(request()).await.unwrap_err();
        assert_eq!(error, "out of order");
    }
    assert!(lines.with("called").iter().all(|line| line.tenant() == Some("acme")));
    // Refused: it was ready, and is not called.
    let refused = service.ready().await.unwrap().call(Request::new(())).await.unwrap();
    assert_eq!((refused.status().as_u16(), lines.with("called").len()), (401, 2));
}

/// Says where it is polled and dropped, gives two chunks and trailers.
struct Spoken {
    lines: Lines,
    left: VecDeque<&'static str>,
    trailers: bool,
}

impl Spoken {
    fn new(lines: &Lines) -> Self {
        Self { lines: lines.clone(), left: ["one", "two"].into(), trailers: true }
    }
}

impl Body for Spoken {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        tracing::info!("{}", self.lines.text("polled"));
        if let Some(chunk) = self.left.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(chunk.as_bytes())))));
        }
        let trailers = std::mem::take(&mut self.trailers);
        Poll::Ready(trailers.then(|| Ok(Frame::trailers(HeaderMap::from_iter([("x-sum".parse().unwrap(), 6.into())])))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(3 * self.left.len() as u64)
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty() && !self.trailers
    }
}

impl Drop for Spoken {
    fn drop(&mut self) {
        tracing::info!("{}", self.lines.text("dropped"));
    }
}

#[tokio::test]
async fn a_body_stays_what_it_is() {
    let (gate, lines) = (gate(), Lines::capture());
    let body = lines.clone();
    let service = service_fn(move |_| ready(Ok::<_, Infallible>(Response::new(Spoken::new(&body)))));
    let mut body = layer(&gate).layer(service).oneshot(request()).await.unwrap().into_body();
    assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(6), false));
    assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "one");
    assert_eq!((body.size_hint().exact(), gate.live()), (Some(3), 1));
    assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "two");
    assert_eq!((body.is_end_stream(), gate.live()), (false, 1), "the trailers are still to come");
    assert_eq!(body.frame().await.unwrap().unwrap().into_trailers().unwrap()["x-sum"], "6");
    assert_eq!((body.is_end_stream(), gate.live(), lines.with("dropped").len()), (true, 0, 1));
    assert!(body.frame().await.is_none());
    assert!(lines.all().iter().all(|line| line.tenant() == Some("acme")), "{lines:?}");
}

#[tokio::test]
async fn a_body_that_nobody_reads_to_its_end_is_dropped_in_the_span() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    let service = service_fn(move |_| ready(Ok::<_, Infallible>(Response::new(Spoken::new(&marked)))));
    let other = gate.admit(support::TenantId("globex"), (), ()).unwrap();
    let mut body = layer(&gate).layer(service).oneshot(request()).await.unwrap().into_body();
    assert!(body.frame().await.is_some());
    other.in_span(|_| drop(body));
    assert_eq!(lines.one("dropped").tenant(), Some("acme"));
    assert_eq!(gate.live(), 1, "the other");
}

#[tokio::test]
async fn the_span_that_was_current_is_current_again() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    let service = service_fn(move |_| {
        let marked = marked.clone();
        async move {
            tracing::info!("{}", marked.text("first poll"));
            tokio::task::yield_now().await;
            tracing::info!("{}", marked.text("second poll"));
            Ok::<_, Infallible>(Response::new(Full::new(Bytes::new())))
        }
    });
    let mut service = layer(&gate).layer(service);
    let other = gate.admit(support::TenantId("globex"), (), ()).unwrap();
    other
        .in_span_async(async |_| {
            let mut answer = Box::pin(service.call(request()));
            tracing::info!("{}", lines.text("called"));
            assert!((&mut answer).now_or_never().is_none());
            tracing::info!("{}", lines.text("between"));
            drop(answer.await);
            tracing::info!("{}", lines.text("after"));
        })
        .await;
    let tenants: Vec<_> =
        lines.all().iter().map(|line| (line.message.clone(), line.tenant().unwrap().to_owned())).collect();
    let expected = [
        ("called", "globex"),
        ("first poll", "acme"),
        ("between", "globex"),
        ("second poll", "acme"),
        ("after", "globex"),
    ];
    assert_eq!(tenants, expected.map(|(message, tenant)| (message.to_owned(), tenant.to_owned())));
}

#[tokio::test]
async fn a_response_that_is_dropped_cancels_the_turn() {
    let gate = gate();
    let service = service_fn(async |request: Request<()>| {
        let turn = support::Turn::of(&request).unwrap();
        turn.spawn(async |ctx| ctx.cancelled().await);
        std::future::pending::<Result<Response<Full<Bytes>>, Infallible>>().await
    });
    let mut answer = Box::pin(layer(&gate).layer(service).oneshot(request()));
    assert!((&mut answer).now_or_never().is_none());
    assert_eq!(gate.live(), 1);
    drop(answer);
    gate.idle().await;
}

struct Panics(Lines);

impl Body for Panics {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        panic!("{}", self.0.text("in the body"))
    }
}

#[tokio::test]
async fn a_panic_is_reported_once_and_passes_on() {
    let (gate, lines) = (gate(), Lines::capture());
    type Answer = Result<Response<Panics>, Infallible>;
    let (a, b, c) = (lines.clone(), lines.clone(), lines.clone());
    let in_call = service_fn(move |_| -> Ready<Answer> { panic!("{}", a.text("in the call")) });
    let in_future = service_fn(move |_| {
        let b = b.clone();
        async move { if true { panic!("{}", b.text("in the future")) } else { Answer::Ok(Response::new(Panics(b))) } }
    });
    let in_body = service_fn(move |_| ready(Answer::Ok(Response::new(Panics(c.clone())))));
    let layer = layer(&gate);
    let read = async |service: futures_util::future::BoxFuture<'_, Answer2>| {
        let read = async { service.await.unwrap().into_body().collect().await.map(drop) };
        assert!(AssertUnwindSafe(read).catch_unwind().await.is_err());
    };
    read(layer.layer(in_call).oneshot(request()).boxed()).await;
    read(layer.layer(in_future).oneshot(request()).boxed()).await;
    read(layer.layer(in_body).oneshot(request()).boxed()).await;
    for message in ["in the call", "in the future", "in the body"] {
        let line = lines.one(message);
        assert_eq!((line.tenant(), line.field("hop")), (Some("acme"), Some("request")));
        assert!(line.field("spawned_at").is_some_and(|at| at.contains("service.rs")), "{line:?}");
    }
    assert_eq!(gate.live(), 0);
}

type Answer2 = Result<
    Response<ctx::tower::TurnBody<Panics, support::TenantId, support::AgentPin, support::TurnFields>>,
    Infallible,
>;
