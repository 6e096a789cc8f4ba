//! The body of a response, which is part of the turn.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;
use pin_project_lite::pin_project;

use crate::requests::{Client, Outcome};

pin_project! {
    /// The body of a response that was made in a turn: polled in its span, and holding it until the body ends or is dropped.
    pub struct TurnBody<B, T, P = (), L = ()> {
        #[pin]
        body: Option<B>,
        client: Option<Client<T, P, L>>,
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

impl<B: MessageBody, T, P, L> TurnBody<B, T, P, L> {
    /// The body for a client that has asked for all of it, or for the head alone.
    pub(super) fn of(body: B, mut client: Client<T, P, L>, head_alone: bool) -> Self {
        let announced = match body.size() {
            BodySize::None => Some(0),
            BodySize::Sized(bytes) => Some(bytes),
            BodySize::Stream => None,
        };
        if announced == Some(0) || head_alone {
            // The server drops the body unread.
            client.ended(Outcome::Answered);
        }
        Self { body: Some(body), client: Some(client), announced }
    }
}

impl<B: MessageBody, T, P, L> MessageBody for TurnBody<B, T, P, L> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.as_ref().map_or(BodySize::None, MessageBody::size)
    }

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, B::Error>>> {
        let mut this = self.project();
        let (Some(body), Some(client)) = (this.body.as_mut().as_pin_mut(), this.client.as_mut()) else {
            return Poll::Ready(None);
        };
        let polled = client.serve(|| body.poll_next(cx));
        let ended = match &polled {
            Poll::Pending => None,
            Poll::Ready(None) => Some(Outcome::Answered),
            Poll::Ready(Some(Err(_))) => Some(Outcome::Failed),
            Poll::Ready(Some(Ok(bytes))) => {
                let announced = this.announced.as_mut().map(|left| {
                    *left = left.saturating_sub(bytes.len() as u64);
                    *left
                });
                (announced == Some(0)).then_some(Outcome::Answered)
            }
        };
        if let Some(outcome) = ended {
            client.serve(|| this.body.set(None));
            client.ended(outcome);
            *this.client = None;
        }
        polled
    }
}

impl<B, T, P, L> fmt::Debug for TurnBody<B, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TurnBody(..)")
    }
}
