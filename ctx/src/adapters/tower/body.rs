//! The body of a response, which is part of the turn.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Buf;
use http::response::Parts;
use http::{Method, StatusCode, header};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use crate::requests::{Client, Outcome};

pin_project! {
    /// The body of a response that was made in a turn: polled in its span, and holding it until the body ends or is dropped.
    ///
    /// In the response of a request that was refused it is a short text, without a turn.
    pub struct TurnBody<B, T, P = (), L = ()> {
        #[pin]
        body: Option<B>,
        client: Option<Client<T, P, L>>,
        text: Option<&'static str>,
        // Bytes that the response has announced and not yet given: a server that has them all asks for no more.
        announced: Option<u64>,
    }

    impl<B, T, P, L> PinnedDrop for TurnBody<B, T, P, L> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            if let Some(client) = this.client {
                // In the span, and before the turn goes.
                client.serve(|| this.body.set(None));
            }
        }
    }
}

impl<B, T, P, L> TurnBody<B, T, P, L> {
    /// A body without a turn.
    pub(super) fn plain(body: B) -> Self {
        Self { body: Some(body), client: None, text: None, announced: None }
    }

    /// A body that is this text, without a turn.
    pub(super) fn text(text: &'static str) -> Self {
        Self { body: None, client: None, text: (!text.is_empty()).then_some(text), announced: None }
    }
}

impl<B: Body, T, P, L> TurnBody<B, T, P, L> {
    /// The body of a response with this head, for a client that has asked with `method`.
    pub(super) fn of(head: &Parts, body: B, mut client: Client<T, P, L>, method: &Method) -> Self {
        client.has_answer(head.status);
        let length = head.headers.get(header::CONTENT_LENGTH);
        let announced = length.and_then(|length| length.to_str().ok()?.parse().ok()).or(body.size_hint().exact());
        if body.is_end_stream() {
            client.ended(Outcome::Answered);
            return Self { body: Some(body), client: None, text: None, announced: None };
        }
        if announced == Some(0) || has_no_body(head.status, method) {
            // The server drops the body unread.
            client.ended(Outcome::Answered);
        }
        Self { body: Some(body), client: Some(client), text: None, announced }
    }
}

/// Whether HTTP sends no body, whatever the service has given.
fn has_no_body(status: StatusCode, method: &Method) -> bool {
    *method == Method::HEAD
        || status.is_informational()
        || matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED)
        || (*method == Method::CONNECT && status.is_success())
}

impl<B, T, P, L> Body for TurnBody<B, T, P, L>
where
    B: Body,
    B::Data: From<&'static [u8]>,
{
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let mut this = self.project();
        if let Some(text) = this.text.take() {
            return Poll::Ready(Some(Ok(Frame::data(text.as_bytes().into()))));
        }
        let Some(mut body) = this.body.as_mut().as_pin_mut() else { return Poll::Ready(None) };
        let Some(client) = this.client else { return body.poll_frame(cx) };
        let polled = client.serve(|| body.as_mut().poll_frame(cx));
        let ended = match &polled {
            Poll::Pending => None,
            Poll::Ready(None) => Some(Outcome::Answered),
            Poll::Ready(Some(Err(_))) => Some(Outcome::Failed),
            Poll::Ready(Some(Ok(frame))) => {
                if let (Some(announced), Some(data)) = (this.announced.as_mut(), frame.data_ref()) {
                    *announced = announced.saturating_sub(data.remaining() as u64);
                    if *announced == 0 {
                        client.ended(Outcome::Answered);
                    }
                }
                (frame.is_trailers() || body.is_end_stream()).then_some(Outcome::Answered)
            }
        };
        if let Some(outcome) = ended {
            client.serve(|| this.body.set(None));
            client.ended(outcome);
            *this.client = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        match (&self.text, &self.body) {
            (Some(_), _) => false,
            (None, Some(body)) => body.is_end_stream(),
            (None, None) => true,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match (&self.text, &self.body) {
            (Some(text), _) => SizeHint::with_exact(text.len() as u64),
            (None, Some(body)) => body.size_hint(),
            (None, None) => SizeHint::with_exact(0),
        }
    }
}

impl<B, T, P, L> fmt::Debug for TurnBody<B, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TurnBody(..)")
    }
}
