//! The work of one request, until there is an answer or the turn has to end.

use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use pin_project_lite::pin_project;
use tokio::time::Sleep;
use tokio_util::sync::WaitForCancellationFutureOwned;

use super::client::{Client, Outcome};
use crate::error::{Error, Kind};
use crate::turn::Turn;

pin_project! {
    /// Work in the span of a turn, at every poll and when it is dropped. Gives its answer, and the client that waits for it.
    pub(crate) struct Served<F, T, P, L> {
        #[pin]
        work: Option<F>,
        // Both made when there is something to wait for: most answers need neither.
        #[pin]
        cancelled: Option<WaitForCancellationFutureOwned>,
        #[pin]
        deadline: Option<Sleep>,
        client: Option<Client<T, P, L>>,
    }

    impl<F, T, P, L> PinnedDrop for Served<F, T, P, L> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            if let Some(client) = this.client {
                // In the span, and before the turn goes.
                client.serve(|| this.work.set(None));
            }
        }
    }
}

impl<F, T, P, L> Served<F, T, P, L> {
    /// `begin` is called at once, in the span. `site` is the line that a panic is reported with.
    pub(crate) fn begin(turn: &Turn<T, P, L>, site: &'static Location<'static>, begin: impl FnOnce() -> F) -> Self {
        let mut client = Client::new(turn, site);
        let work = client.serve(begin);
        Self { work: Some(work), cancelled: None, deadline: None, client: Some(client) }
    }
}

impl<F: Future, T, P, L> Future for Served<F, T, P, L> {
    type Output = Result<(F::Output, Client<T, P, L>), Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        let (Some(client), Some(work)) = (this.client.as_mut(), this.work.as_mut().as_pin_mut()) else {
            panic!("polled after it had ended")
        };
        // Asked before the work is polled: a deadline that has passed is seen also by work that is never at rest.
        let polled = match client.ctx().check() {
            Err(error) => Poll::Ready(Err(error)),
            Ok(()) => match client.serve(|| work.poll(cx)) {
                Poll::Ready(answer) => Poll::Ready(Ok(answer)),
                Poll::Pending => {
                    if this.cancelled.is_none() {
                        this.cancelled.set(Some(client.ctx().root().token().clone().cancelled_owned()));
                        this.deadline.set(client.ctx().deadline().map(|at| tokio::time::sleep_until(at.into())));
                    }
                    let cancelled = this.cancelled.as_mut().as_pin_mut().is_some_and(|end| end.poll(cx).is_ready());
                    let late = this.deadline.as_mut().as_pin_mut().is_some_and(|end| end.poll(cx).is_ready());
                    if cancelled {
                        Poll::Ready(Err(client.ctx().root().cancelled()))
                    } else if late {
                        Poll::Ready(Err(Error::new(Kind::DeadlineExceeded)))
                    } else {
                        Poll::Pending
                    }
                }
            },
        };
        let ended = ready!(polled);
        client.serve(|| this.work.set(None));
        let Some(mut client) = this.client.take() else { unreachable!("it was there") };
        Poll::Ready(match ended {
            Ok(answer) => Ok((answer, client)),
            Err(error) => {
                client.ended(Outcome::Stopped);
                Err(error)
            }
        })
    }
}
