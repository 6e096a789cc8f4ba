//! The client's side: what a request to another service says of the turn in which it is made.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use http::Request;
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use crate::requests::{NoOutgoing, Outgoing, SendOn};

/// What middleware fails with.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Writes the headers of a [`SendOn`] into each request to another service: for clients of hyper and channels of tonic. A request
/// without [`ctx.outgoing()`](crate::Ctx::outgoing) in its extensions is not sent.
///
/// # Example
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// use ctx::requests::SendOn;
/// use ctx::tower::SendOnLayer;
/// use http::Request;
/// use tower::{ServiceBuilder, ServiceExt, service_fn};
///
/// // In the place of a client that sends it.
/// let sent = service_fn(async |request: Request<()>| Ok::<_, std::convert::Infallible>(request));
/// let send_on = SendOn::traceparent().tenant_to("x-tenant", ["billing.internal"]);
/// let client = ServiceBuilder::new().layer(SendOnLayer::new(send_on)).service(sent);
///
/// let turn = ctx::Gate::new().admit(TenantId("acme"), (), ())?;
/// let ask = |uri: &str| Request::get(uri).extension(turn.outgoing()).body(());
/// let ours = client.clone().oneshot(ask("http://billing.internal:8080/invoices")?).await?;
/// assert_eq!(ours.headers()["x-tenant"], "acme");
/// let theirs = client.clone().oneshot(ask("https://example.com/")?).await?;
/// assert!(!theirs.headers().contains_key("x-tenant") && theirs.headers().contains_key("traceparent"));
///
/// assert!(client.oneshot(Request::new(())).await.is_err());
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct SendOnLayer {
    send_on: SendOn,
}

impl SendOnLayer {
    /// Sends on what `send_on` says.
    #[must_use]
    pub const fn new(send_on: SendOn) -> Self {
        Self { send_on }
    }
}

impl<S> Layer<S> for SendOnLayer {
    type Service = SendOnService<S>;

    fn layer(&self, inner: S) -> SendOnService<S> {
        SendOnService { inner, send_on: self.send_on.clone() }
    }
}

/// A client that sends trace and tenant on. Made by [`SendOnLayer`].
#[derive(Clone, Debug)]
pub struct SendOnService<S> {
    inner: S,
    send_on: SendOn,
}

impl<S, Q> Service<Request<Q>> for SendOnService<S>
where
    S: Service<Request<Q>, Error: Into<BoxError>>,
{
    type Response = S::Response;
    type Error = BoxError;
    type Future = Sending<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.inner.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, mut request: Request<Q>) -> Self::Future {
        let outgoing = request.extensions_mut().remove::<Outgoing>();
        let uri = request.uri().clone();
        match self.send_on.write(outgoing.as_ref(), &uri, request.headers_mut()) {
            Ok(()) => Sending { sent: Some(self.inner.call(request)), refused: None },
            Err(refused) => Sending { sent: None, refused: Some(refused) },
        }
    }
}

pin_project! {
    /// The response to a request that was sent on, or not.
    #[must_use = "a future does nothing until it is awaited"]
    pub struct Sending<F> {
        #[pin]
        sent: Option<F>,
        refused: Option<NoOutgoing>,
    }
}

impl<F, O, E: Into<BoxError>> Future for Sending<F>
where
    F: Future<Output = Result<O, E>>,
{
    type Output = Result<O, BoxError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        match (this.sent.as_pin_mut(), this.refused.take()) {
            (Some(sent), _) => sent.poll(cx).map_err(Into::into),
            (None, Some(refused)) => Poll::Ready(Err(refused.into())),
            (None, None) => panic!("polled after it had ended"),
        }
    }
}

impl<F> fmt::Debug for Sending<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sending(..)")
    }
}
