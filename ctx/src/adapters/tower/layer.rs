//! The layer: from a request to its turn, or to a refusal.

use std::fmt;
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Request, Response};
use http_body::Body;
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use super::answers::{Answers, Refused, ShortText};
use super::body::TurnBody;
use super::in_turn::InTurn;
use crate::gate::Gate;
use crate::requests::{Refusal, Resolve};

/// Admits a turn for each request. [The module](super) says what it promises.
///
/// With axum it goes around the routes whose handlers ask for a `Turn`: `router.layer(..)` after the routes were added. A clone is
/// the same layer.
pub struct TurnLayer<R, A = ShortText> {
    door: Arc<Door<R>>,
    answers: A,
}

struct Door<R> {
    gate: Gate,
    resolver: R,
    site: &'static Location<'static>,
}

impl<R: Resolve> TurnLayer<R> {
    /// Requests are resolved by `resolver` and admitted by `gate`. The line of this call is the one that the report of a shutdown
    /// names for a request, and a panic of a handler is reported with.
    #[track_caller]
    pub fn new(gate: Gate, resolver: R) -> Self {
        Self { door: Arc::new(Door { gate, resolver, site: Location::caller() }), answers: ShortText }
    }

    /// Puts refusals to clients in another form than [`ShortText`], with the inner service's body: JSON, say.
    ///
    /// A call of gRPC (by its content type) is answered in gRPC's own form in any case, and a `Retry-After` is added where the
    /// refusal has one.
    ///
    /// # Example
    ///
    /// ```
    /// # use ctx::requests::{Incoming, TenantSource, TrustedHeader};
    /// # use http::request::Parts;
    /// # #[derive(Clone)] struct TenantId(String);
    /// # impl TenantId { fn parse(name: &str) -> Option<Self> { Some(Self(name.to_owned())) } }
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # async fn handle(_: http::Request<()>) -> Result<http::Response<String>, std::convert::Infallible> { Ok(Default::default()) }
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ctx::requests::Refusal;
    /// use ctx::tower::TurnLayer;
    /// use http::Response;
    /// use http_body_util::BodyExt;
    /// use tower::{Layer, ServiceExt, service_fn};
    ///
    /// fn as_json(refusal: &Refusal) -> Response<String> {
    ///     let mut response = Response::new(format!(r#"{{"error":"{}"}}"#, refusal.text()));
    ///     *response.status_mut() = refusal.status();
    ///     response
    /// }
    ///
    /// # let gate = ctx::Gate::new();
    /// # let tenant = TrustedHeader::new("x-tenant", TenantId::parse);
    /// # let resolver = move |request: &Parts| Ok(Incoming::new(tenant.of(request)?, (), ()));
    /// let service = TurnLayer::new(gate, resolver).answering(as_json).layer(service_fn(handle));
    /// let refused = service.oneshot(http::Request::new(())).await?;
    /// assert_eq!(refused.status(), 401);
    /// assert_eq!(refused.into_body().collect().await?.to_bytes(), r#"{"error":"not authenticated"}"#);
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn answering<A: Clone>(self, answers: A) -> TurnLayer<R, A> {
        TurnLayer { door: self.door, answers }
    }
}

impl<R, A: Clone> Clone for TurnLayer<R, A> {
    fn clone(&self) -> Self {
        Self { door: Arc::clone(&self.door), answers: self.answers.clone() }
    }
}

impl<R, A> fmt::Debug for TurnLayer<R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TurnLayer(..)")
    }
}

impl<S, R, A: Clone> Layer<S> for TurnLayer<R, A> {
    type Service = TurnService<S, R, A>;

    fn layer(&self, inner: S) -> Self::Service {
        TurnService { inner, door: Arc::clone(&self.door), answers: self.answers.clone() }
    }
}

/// A service whose requests are turns. Made by [`TurnLayer`].
pub struct TurnService<S, R, A = ShortText> {
    inner: S,
    door: Arc<Door<R>>,
    answers: A,
}

impl<S: Clone, R, A: Clone> Clone for TurnService<S, R, A> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), door: Arc::clone(&self.door), answers: self.answers.clone() }
    }
}

impl<S, R, A> fmt::Debug for TurnService<S, R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TurnService(..)")
    }
}

impl<S, R, A, Q, B> Service<Request<Q>> for TurnService<S, R, A>
where
    S: Service<Request<Q>, Response = Response<B>>,
    R: Resolve,
    A: Answers<B> + Clone,
    B: Body<Data: From<&'static [u8]>>,
{
    type Response = Response<TurnBody<B, R::Tenant, R::Pin, R::Fields>>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future, R, A>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Q>) -> Self::Future {
        let grpc = grpc_content_type(&request);
        let (head, body) = request.into_parts();
        let Door { gate, resolver, site } = &*self.door;
        let admitted = resolver
            .resolve(&head)
            .and_then(|incoming| Ok(incoming.or_trace_of(&head.headers).admit_at(gate, site)?));
        let state = match admitted {
            Ok(turn) => {
                let request = Request::from_parts(head, body);
                State::Admitted { work: InTurn::begin(&turn, site, request, |request| self.inner.call(request)) }
            }
            Err(refusal) => {
                refusal.log(head.method.as_str(), head.uri.path());
                State::Refused { refusal: Some(refusal) }
            }
        };
        ResponseFuture { state, grpc, answers: self.answers.clone() }
    }
}

fn grpc_content_type<Q>(request: &Request<Q>) -> Option<HeaderValue> {
    let content_type = request.headers().get(CONTENT_TYPE)?;
    content_type.as_bytes().starts_with(b"application/grpc").then(|| content_type.clone())
}

pin_project! {
    /// The response of a [`TurnService`].
    #[must_use = "a future does nothing until it is awaited"]
    pub struct ResponseFuture<F, R: Resolve, A = ShortText> {
        #[pin]
        state: State<F, R::Tenant, R::Pin, R::Fields>,
        grpc: Option<HeaderValue>,
        answers: A,
    }
}

pin_project! {
    #[project = StateNow]
    enum State<F, T, P, L> {
        Admitted { #[pin] work: InTurn<F, T, P, L> },
        Refused { refusal: Option<Refusal> },
    }
}

impl<F, R, A, B, E> Future for ResponseFuture<F, R, A>
where
    F: Future<Output = Result<Response<B>, E>>,
    R: Resolve,
    A: Answers<B>,
    B: Body<Data: From<&'static [u8]>>,
{
    type Output = Result<Response<TurnBody<B, R::Tenant, R::Pin, R::Fields>>, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let refusal = match this.state.project() {
            StateNow::Admitted { work } => match ready!(work.poll(cx)) {
                Ok(answer) => return Poll::Ready(answer),
                Err(ended) => Refusal::from(ended),
            },
            StateNow::Refused { refusal } => match refusal.take() {
                Some(refusal) => refusal,
                None => panic!("polled after it had ended"),
            },
        };
        let answer = match this.grpc.take() {
            Some(content_type) => Refused::Text(refusal.to_grpc_response(content_type)),
            None => this.answers.answer(&refusal),
        };
        let mut response = match answer {
            Refused::Response(response) => response.map(TurnBody::plain),
            Refused::Text(response) => response.map(TurnBody::text),
        };
        refusal.add_retry_after(&mut response);
        Poll::Ready(Ok(response))
    }
}

impl<F, R: Resolve, A> fmt::Debug for ResponseFuture<F, R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResponseFuture(..)")
    }
}
