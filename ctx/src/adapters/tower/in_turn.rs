//! One request in its turn, from the call to the end of the response's body.

use std::fmt;
use std::panic::Location;
use std::pin::Pin;
use std::task::{self, Poll, ready};

use http::{Method, Request, Response};
use http_body::Body;
use pin_project_lite::pin_project;

use super::body::TurnBody;
use crate::error::Error;
use crate::log_fields::LogFields;
use crate::pin::Pin as PinSlot;
use crate::requests::{Client, Outcome, Served};
use crate::tenant::TenantSlot;
use crate::turn::Turn;

/// Attaches `turn` to `request` and answers it with what `next` gives: for middleware of your own, which has admitted the turn.
/// Everything is as in [`TurnLayer`](super::TurnLayer), whose own work this is: the call, the future and the body of the response
/// are in the span of the turn, and a client that leaves cancels it. See [the module](super) for all of it.
///
/// # Errors
///
/// [`Error::is_cancelled`] or [`Error::is_deadline_exceeded`], when the turn has to end before there is a response: answer it with
/// a [`Refusal`](crate::requests::Refusal), which can be made from either.
///
/// # Panics
///
/// With a panic of `next`. When the turn has a deadline and the result is polled outside a tokio runtime with time enabled.
#[track_caller]
pub fn in_turn<T, P, L, Q, F>(
    turn: Turn<T, P, L>,
    request: Request<Q>,
    next: impl FnOnce(Request<Q>) -> F,
) -> InTurn<F, T, P, L>
where
    T: TenantSlot,
    P: PinSlot,
    L: LogFields,
    F: Future<Output: Answer>,
{
    InTurn::begin(&turn, Location::caller(), request, next)
}

pin_project! {
    /// A request in its turn. Made by [`in_turn`].
    #[must_use = "a future does nothing until it is awaited"]
    pub struct InTurn<F, T, P, L> {
        #[pin]
        served: Served<F, T, P, L>,
        method: Method,
    }
}

impl<F, T, P, L> InTurn<F, T, P, L>
where
    T: TenantSlot,
    P: PinSlot,
    L: LogFields,
{
    pub(super) fn begin<Q>(
        turn: &Turn<T, P, L>,
        site: &'static Location<'static>,
        mut request: Request<Q>,
        next: impl FnOnce(Request<Q>) -> F,
    ) -> Self {
        turn.attach_to(&mut request);
        let method = request.method().clone();
        Self { served: Served::begin(turn, site, || next(request)), method }
    }
}

impl<F: Future<Output: Answer>, T, P, L> Future for InTurn<F, T, P, L> {
    type Output = Result<<F::Output as Answer>::In<T, P, L>, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let served = ready!(this.served.poll(cx));
        Poll::Ready(served.map(|(answer, client)| answer.in_turn(client, this.method)))
    }
}

impl<F, T, P, L> fmt::Debug for InTurn<F, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InTurn(..)")
    }
}

/// What a handler or a service answers: a response, or a result with one. Not to be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer to a request",
    note = "`http::Response<impl http_body::Body>` is one, and so is a `Result` of it"
)]
pub trait Answer {
    /// The same, with a body that is part of a turn.
    type In<T, P, L>;

    // Its client cannot be named elsewhere, so nobody else can implement this.
    #[doc(hidden)]
    fn in_turn<T, P, L>(self, client: Client<T, P, L>, method: &Method) -> Self::In<T, P, L>;
}

impl<B: Body> Answer for Response<B> {
    type In<T, P, L> = Response<TurnBody<B, T, P, L>>;

    fn in_turn<T, P, L>(self, client: Client<T, P, L>, method: &Method) -> Self::In<T, P, L> {
        let (head, body) = self.into_parts();
        let body = TurnBody::of(&head, body, client, method);
        Response::from_parts(head, body)
    }
}

impl<B: Body, E> Answer for Result<Response<B>, E> {
    type In<T, P, L> = Result<Response<TurnBody<B, T, P, L>>, E>;

    fn in_turn<T, P, L>(self, mut client: Client<T, P, L>, method: &Method) -> Self::In<T, P, L> {
        match self {
            Ok(response) => Ok(response.in_turn(client, method)),
            Err(error) => {
                client.ended(Outcome::Failed);
                Err(error)
            }
        }
    }
}
