//! Being told to stop: cancellation, deadline, shutdown.
//!
//! Nothing is stopped by force. Work asks, at a place where it can stop: [`Ctx::until_done`] around what may take long,
//! [`Ctx::check`] in a loop that does not await.

use crate::clock;
use crate::context::Ctx;
use crate::error::{Error, Kind};

impl<T, P, L> Ctx<T, P, L> {
    /// Whether the turn was cancelled, or the grace of the process's shutdown has ended. Says nothing of the deadline:
    /// [`check`](Self::check) does.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.root().is_cancelled()
    }

    /// Asks whether to go on, for work that does not await.
    ///
    /// # Errors
    ///
    /// [`Error::is_cancelled`] or [`Error::is_deadline_exceeded`].
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// fn sum(ctx: &ctx::Ctx<TenantId>, numbers: &[u64]) -> Result<u64, ctx::Error> {
    ///     let mut sum = 0;
    ///     for chunk in numbers.chunks(1024) {
    ///         ctx.check()?;
    ///         sum += chunk.iter().sum::<u64>();
    ///     }
    ///     Ok(sum)
    /// }
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// assert_eq!(sum(&turn, &[1, 2])?, 3);
    /// turn.cancel();
    /// assert!(sum(&turn, &[1, 2]).unwrap_err().is_cancelled());
    /// # Ok::<(), ctx::Error>(())
    /// ```
    pub fn check(&self) -> Result<(), Error> {
        if self.is_cancelled() {
            return Err(self.root().cancelled());
        }
        match self.deadline() {
            Some(deadline) if deadline <= clock::now() => Err(Error::new(Kind::DeadlineExceeded)),
            _ => Ok(()),
        }
    }

    /// Resolves when the turn is cancelled or the grace of the process's shutdown ends. Does not look at the deadline.
    pub async fn cancelled(&self) {
        self.root().token().cancelled().await;
    }

    /// Resolves when the process begins to shut down: for loops that should take up nothing new. What was admitted still has
    /// the grace to finish.
    pub async fn shutting_down(&self) {
        self.root().gate.closing.cancelled().await;
    }

    /// Runs `work` until it ends, the turn is cancelled, or the deadline passes, whichever is first. In the last two cases
    /// `work` is dropped where it awaits.
    ///
    /// # Errors
    ///
    /// [`Error::is_cancelled`] or [`Error::is_deadline_exceeded`]; `work` is then not polled again, or not at all.
    ///
    /// # Panics
    ///
    /// When there is a deadline and it is polled outside a tokio runtime with time enabled.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::Duration;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admission("chat").time_limit(Duration::from_millis(5)).admit(TenantId("acme"), (), ())?;
    /// let error = turn.until_done(std::future::pending::<()>()).await.unwrap_err();
    /// assert!(error.is_deadline_exceeded());
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "tokio")]
    pub async fn until_done<O>(&self, work: impl Future<Output = O>) -> Result<O, Error> {
        self.check()?;
        let work = std::pin::pin!(self.root().token().run_until_cancelled(work));
        let ended = match self.deadline() {
            Some(deadline) => match tokio::time::timeout_at(deadline.into(), work).await {
                Ok(ended) => ended,
                Err(_) => return Err(Error::new(Kind::DeadlineExceeded)),
            },
            None => work.await,
        };
        ended.ok_or_else(|| self.root().cancelled())
    }
}
