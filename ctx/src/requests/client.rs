//! Who waits for an answer: told apart are one that has got it and one that has left.

use std::panic::Location;
use std::time::Instant;

use crate::clock;
use crate::context::Ctx;
use crate::hops::{Hop, kinds};
use crate::installing::Installed;
use crate::turn::Turn;

/// How a request ended.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Outcome {
    /// The answer has been read to its end.
    Answered,
    /// The service, or the body of its response, failed.
    Failed,
    /// The turn was cancelled, or its deadline passed.
    Stopped,
    Panicked,
    ClientLeft,
}

/// The client of a request: as long as it waits, the request's turn is alive. Dropped, it cancels the turn unless there was an
/// answer, and writes down the end of the request.
pub struct Client<T, P, L> {
    hop: Hop<kinds::Request, T, P, L>,
    installed: Installed,
    started: Instant,
    status: Option<http::StatusCode>,
    outcome: Outcome,
}

impl<T, P, L> Client<T, P, L> {
    /// The turn's one owner at the door. `site` is the line that a panic is reported with.
    pub(crate) fn new(turn: &Turn<T, P, L>, site: &'static Location<'static>) -> Self {
        let hop = Hop::new(turn.share(), site);
        let installed = turn.installed();
        Self { hop, installed, started: clock::now(), status: None, outcome: Outcome::ClientLeft }
    }

    pub(crate) fn ctx(&self) -> &Ctx<T, P, L> {
        self.hop.ctx()
    }

    /// Runs a part of the request's work in the span of the turn.
    pub(crate) fn serve<O>(&mut self, work: impl FnOnce() -> O) -> O {
        // Until it returns: a panic leaves it so.
        let outcome = std::mem::replace(&mut self.outcome, Outcome::Panicked);
        let done = self.hop.call_in(&mut self.installed, |_| work());
        self.outcome = outcome;
        done
    }

    pub(crate) fn has_answer(&mut self, status: http::StatusCode) {
        self.status = Some(status);
    }

    /// From here on nobody waits.
    pub(crate) fn ended(&mut self, outcome: Outcome) {
        self.outcome = outcome;
    }
}

impl<T, P, L> Drop for Client<T, P, L> {
    fn drop(&mut self) {
        if matches!(self.outcome, Outcome::ClientLeft | Outcome::Panicked) {
            self.ctx().root().token().cancel();
        }
        // A formatter may look at the current span, which is somebody else's here.
        #[cfg(feature = "tracing")]
        let _entered = self.ctx().enter();
        #[cfg(feature = "tracing")]
        tracing::debug!(
            target: "ctx::door",
            parent: self.ctx().span_id(),
            status = self.status.map(|status| status.as_u16()),
            outcome = match self.outcome {
                Outcome::Answered => "answered",
                Outcome::Failed => "failed",
                Outcome::Stopped => "stopped",
                Outcome::Panicked => "panicked",
                Outcome::ClientLeft => "client left",
            },
            elapsed_ms = clock::now().saturating_duration_since(self.started).as_millis() as u64,
            "request ended"
        );
        #[cfg(not(feature = "tracing"))]
        let _ = (self.status, self.started);
    }
}
