//! The work of a turn in the place where it was admitted: not a hop, but what every entry does around it.

use super::kinds;
use crate::context::Ctx;
use crate::error::Error;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;
use crate::turn::Turn;

impl<T: TenantSlot, P: Pin, L: LogFields> Turn<T, P, L> {
    /// Does the work of the turn here: inside its span at every poll, until it is done, cancelled or late, and with a panic
    /// reported as one of this turn before it goes on to the caller.
    ///
    /// # Errors
    ///
    /// [`Error::is_cancelled`] or [`Error::is_deadline_exceeded`]: see [`Ctx::until_done`].
    ///
    /// # Panics
    ///
    /// When there is a deadline and it is polled outside a tokio runtime with time enabled; with a panic of `work`.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let answer = turn.run(async |ctx| format!("answer for {}", ctx.tenant())).await?;
    /// assert_eq!(answer, "answer for acme");
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn run<O, F>(&self, work: F) -> impl Future<Output = Result<O, Error>>
    where
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O,
    {
        let hop = self.hop::<kinds::Entry>();
        async move { hop.ctx().until_done(async { hop.observe(|ctx| work(ctx)).await }).await }
    }
}
