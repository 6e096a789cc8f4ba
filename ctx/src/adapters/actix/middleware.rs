//! The middleware: from a request to its turn, or to a refusal.

use std::fmt;
use std::future::{Ready, ready};
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use actix_web::body::MessageBody;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform};
use actix_web::{Error, HttpMessage};
use http::request::Parts;
use http::{HeaderName, HeaderValue, Method, StatusCode};
use pin_project_lite::pin_project;

use super::body::TurnBody;
use crate::gate::Gate;
use crate::requests::{Outcome, Refusal, Resolve, Served};

/// Admits a turn for each request: `App::new().wrap(door.clone())`. [The module](super) says what it promises.
pub struct TurnMiddleware<R> {
    gate: Gate,
    resolver: Arc<R>,
    claims: Vec<fn(&ServiceRequest, &mut Parts)>,
    site: &'static Location<'static>,
}

impl<R: Resolve> TurnMiddleware<R> {
    /// Requests are resolved by `resolver` and admitted by `gate`. The line of this call is the one that the report of a shutdown
    /// names for a request, and a panic of a handler is reported with.
    #[track_caller]
    pub fn new(gate: Gate, resolver: R) -> Self {
        Self { gate, resolver: Arc::new(resolver), claims: Vec::new(), site: Location::caller() }
    }

    /// Shows the resolver what an authentication middleware has left in the request's extensions as `C`, for
    /// [`Authenticated`](crate::requests::Authenticated). That middleware is outside this one, so it is wrapped later.
    #[must_use]
    pub fn claims<C: Clone + Send + Sync + 'static>(mut self) -> Self {
        self.claims.push(|request, head| {
            if let Some(claims) = request.extensions().get::<C>() {
                head.extensions.insert(claims.clone());
            }
        });
        self
    }
}

impl<R> Clone for TurnMiddleware<R> {
    fn clone(&self) -> Self {
        let Self { gate, resolver, claims, site } = self;
        Self { gate: gate.clone(), resolver: Arc::clone(resolver), claims: claims.clone(), site }
    }
}

impl<R> fmt::Debug for TurnMiddleware<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TurnMiddleware(..)")
    }
}

impl<S, R, B> Transform<S, ServiceRequest> for TurnMiddleware<R>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    R: Resolve,
    B: MessageBody,
{
    type Response = ServiceResponse<TurnBody<B, R::Tenant, R::Pin, R::Fields>>;
    type Error = Error;
    type Transform = TurnService<S, R>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, inner: S) -> Self::Future {
        ready(Ok(TurnService { inner, door: self.clone() }))
    }
}

/// A service whose requests are turns. Made by [`TurnMiddleware`].
pub struct TurnService<S, R> {
    inner: S,
    door: TurnMiddleware<R>,
}

impl<S, R> fmt::Debug for TurnService<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TurnService(..)")
    }
}

impl<S, R, B> Service<ServiceRequest> for TurnService<S, R>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    R: Resolve,
    B: MessageBody,
{
    type Response = ServiceResponse<TurnBody<B, R::Tenant, R::Pin, R::Fields>>;
    type Error = Error;
    type Future = Answering<S::Future, R>;

    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&self, mut request: ServiceRequest) -> Self::Future {
        let TurnMiddleware { gate, resolver, claims, site } = &self.door;
        let admitted = head_of(&request).and_then(|mut head| {
            claims.iter().for_each(|copy| copy(&request, &mut head));
            let incoming = resolver.resolve(&head)?;
            Ok(incoming.or_trace_of(&head.headers).admit_at(gate, site)?)
        });
        match admitted {
            Ok(turn) => {
                turn.attach_to(&mut request);
                let head_alone = request.method() == actix_web::http::Method::HEAD;
                let served = Served::begin(&turn, site, || self.inner.call(request));
                Answering { served: Some(served), refused: None, head_alone }
            }
            Err(refusal) => {
                refusal.log(request.method().as_str(), request.path());
                Answering { served: None, refused: Some(refusal), head_alone: false }
            }
        }
    }
}

/// The head of a request in the version of the `http` crate that resolvers read.
fn head_of(request: &ServiceRequest) -> Result<Parts, Refusal> {
    let unreadable = || Refusal::malformed("bad request");
    let (mut head, ()) = http::Request::new(()).into_parts();
    head.method = Method::from_bytes(request.method().as_str().as_bytes()).map_err(|_| unreadable())?;
    head.uri = request.uri().to_string().parse().map_err(|_| unreadable())?;
    for (name, value) in request.headers() {
        let name = HeaderName::from_bytes(name.as_str().as_bytes()).map_err(|_| unreadable())?;
        head.headers.append(name, HeaderValue::from_bytes(value.as_bytes()).map_err(|_| unreadable())?);
    }
    Ok(head)
}

pin_project! {
    /// The response of a [`TurnService`].
    #[must_use = "a future does nothing until it is awaited"]
    pub struct Answering<F, R: Resolve> {
        #[pin]
        served: Option<Served<F, R::Tenant, R::Pin, R::Fields>>,
        refused: Option<Refusal>,
        head_alone: bool,
    }
}

impl<F, R, B> Future for Answering<F, R>
where
    F: Future<Output = Result<ServiceResponse<B>, Error>>,
    R: Resolve,
    B: MessageBody,
{
    type Output = Result<ServiceResponse<TurnBody<B, R::Tenant, R::Pin, R::Fields>>, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let Some(served) = this.served.as_pin_mut() else {
            let Some(refusal) = this.refused.take() else { panic!("polled after it had ended") };
            return Poll::Ready(Err(refusal.into()));
        };
        let status = |code: u16| StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Poll::Ready(match ready!(served.poll(cx)) {
            Ok((Ok(response), mut client)) => {
                client.has_answer(status(response.status().as_u16()));
                Ok(response.map_body(|_, body| TurnBody::of(body, client, *this.head_alone)))
            }
            Ok((Err(error), mut client)) => {
                client.has_answer(status(error.as_response_error().status_code().as_u16()));
                client.ended(Outcome::Failed);
                Err(error)
            }
            Err(ended) => Err(Refusal::from(ended).into()),
        })
    }
}

impl<F, R: Resolve> fmt::Debug for Answering<F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answering(..)")
    }
}
