//! How a refusal is put to a client.

use http::Response;

use crate::requests::Refusal;

/// The answer to a refused request: a response of the service's own kind, or one that is a short text.
pub enum Refused<B> {
    /// A response of the service's own kind.
    Response(Response<B>),
    /// A response whose body is this text.
    Text(Response<&'static str>),
}

impl<B> std::fmt::Debug for Refused<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Refused(..)")
    }
}

/// Makes the answer to a request that gets no turn, or whose turn had to end: a closure `|refusal: &Refusal| -> Response<B>`, or
/// [`ShortText`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not make an answer with the body `{B}`",
    note = "write a closure with the type of its argument, `|refusal: &Refusal| ..`, that returns a response with the body of the \
            inner service's: with axum `|refusal: &Refusal| (refusal.status(), ..).into_response()`"
)]
pub trait Answers<B> {
    /// The answer.
    fn answer(&self, refusal: &Refusal) -> Refused<B>;
}

impl<B, F: Fn(&Refusal) -> Response<B>> Answers<B> for F {
    fn answer(&self, refusal: &Refusal) -> Refused<B> {
        Refused::Response(self(refusal))
    }
}

/// Answers with the refusal's status and its text, as `text/plain`.
#[derive(Clone, Copy, Debug)]
pub struct ShortText;

impl<B> Answers<B> for ShortText {
    fn answer(&self, refusal: &Refusal) -> Refused<B> {
        Refused::Text(refusal.to_response())
    }
}
