//! Work in the span of a context, in the place where the context is: not a hop, but what an entry does around its work.

use std::panic::Location;

use super::kinds;
use super::observed::Hop;
use crate::context::Ctx;
#[cfg(feature = "tokio")]
use crate::error::Error;
#[cfg(feature = "tokio")]
use crate::log_fields::LogFields;
#[cfg(feature = "tokio")]
use crate::pin::Pin;
#[cfg(feature = "tokio")]
use crate::tenant::TenantSlot;
#[cfg(feature = "tokio")]
use crate::turn::Turn;

impl<T, P, L> Ctx<T, P, L> {
    /// [`in_span`](Self::in_span) for work that awaits: it is inside the span at every poll, and when it is dropped. A panic of
    /// it is reported as one of this context, and goes on to the caller.
    #[track_caller]
    pub fn in_span_async<O, F>(&self, work: F) -> impl Future<Output = O>
    where
        F: AsyncFnOnce(&Self) -> O,
    {
        let hop = Hop::<kinds::Entry, _, _, _>::new(self.share(), Location::caller());
        async move { hop.observe(|ctx| work(ctx)).await }
    }
}

#[cfg(feature = "tokio")]
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
