//! Tasks and blocking work on tokio.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::task::JoinHandle;

use super::kinds;
use super::task_fn::TaskFn;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Starts a task with this context: `ctx.spawn(async move |ctx| ..)`.
    ///
    /// Attached: it shares the turn's cancellation, deadline and span, and keeps the turn alive. [`detach`](Self::detach)
    /// first for work that should go on after the turn.
    ///
    /// Costs what `tokio::spawn` and a cloned `Arc` cost. What the closure captures is moved once more than by hand: capture
    /// what is large in an `Arc` or a `Box`.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// type Ctx = ctx::Ctx<TenantId>;
    ///
    /// async fn load(ctx: &Ctx, id: u64) -> String {
    ///     format!("row {id} of {}", ctx.tenant())
    /// }
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let row = turn.spawn(async move |ctx| load(ctx, 7).await);
    /// assert_eq!(row.await?, "row 7 of acme");
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn spawn<F, O>(&self, work: F) -> JoinHandle<O>
    where
        F: AsyncFnOnce(&Self) -> O + for<'a> TaskFn<'a, Self, O> + Send + 'static,
        O: Send + 'static,
    {
        tokio::spawn(self.hop::<kinds::Task>().run(work))
    }

    /// Starts a task whose future need not be `Send`, on the current [`LocalSet`](tokio::task::LocalSet).
    ///
    /// # Panics
    ///
    /// Outside a `LocalSet`, at the caller's line.
    #[track_caller]
    pub fn spawn_local<F, O>(&self, work: F) -> JoinHandle<O>
    where
        F: AsyncFnOnce(&Self) -> O + 'static,
        O: 'static,
    {
        let hop = self.hop::<kinds::LocalTask>();
        at_callers_line(|| tokio::task::spawn_local(hop.run_local(work)))
    }

    /// Runs a closure where it may block. Both the closure's context and its span are those of this context, on a thread
    /// that may have served another tenant just before.
    ///
    /// Blocking work cannot be killed: aborting the handle, or dropping it, does not stop a closure that has begun. It keeps
    /// its context, and so its turn, until it ends; [`check`](Self::check) in a long loop lets it end early.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    #[track_caller]
    pub fn spawn_blocking<O: Send + 'static>(&self, work: impl FnOnce(&Self) -> O + Send + 'static) -> JoinHandle<O> {
        let hop = self.hop::<kinds::Blocking>();
        tokio::task::spawn_blocking(hop.bound(work))
    }
}

/// What tokio says where there is no `LocalSet` points into tokio when there is a runtime; said again, it points at the caller.
/// Tokio cannot be asked beforehand, so a panic hook sees both.
#[track_caller]
pub(super) fn at_callers_line<O>(spawn: impl FnOnce() -> O) -> O {
    match catch_unwind(AssertUnwindSafe(spawn)) {
        Ok(spawned) => spawned,
        Err(payload) => match payload.downcast::<&str>() {
            Ok(said) => panic!("{said}"),
            Err(payload) => resume_unwind(payload),
        },
    }
}
