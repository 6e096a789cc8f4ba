//! A set of tasks under one context.

use std::fmt;

use tokio::task::{AbortHandle, JoinError};

use super::task_fn::TaskFn;
use super::tokio_tasks::at_callers_line;
use super::{kinds, panics};
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// An empty set of tasks that run under this context.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let mut rows = turn.join_set();
    /// for id in 0..3 {
    ///     rows.spawn(async move |ctx| format!("row {id} of {}", ctx.tenant()));
    /// }
    /// while let Some(row) = rows.join_next().await {
    ///     assert!(row?.ends_with("of acme"));
    /// }
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn join_set<O: 'static>(&self) -> JoinSet<'_, O, T, P, L> {
        JoinSet { ctx: self, tasks: tokio::task::JoinSet::new() }
    }
}

/// A set of tasks under one context. Made by [`Ctx::join_set`].
///
/// As with tokio's own, dropping the set aborts its tasks, which stop at their next await; a blocking closure that has begun
/// runs to its end, with its context.
pub struct JoinSet<'c, O, T, P = (), L = ()> {
    ctx: &'c Ctx<T, P, L>,
    tasks: tokio::task::JoinSet<O>,
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw sets names")]
impl<O: 'static, T: TenantSlot, P: Pin, L: LogFields> JoinSet<'_, O, T, P, L> {
    /// Starts a task in the set, as [`Ctx::spawn`].
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    #[track_caller]
    pub fn spawn<F>(&mut self, work: F) -> AbortHandle
    where
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + for<'a> TaskFn<'a, Ctx<T, P, L>, O> + Send + 'static,
        O: Send,
    {
        self.tasks.spawn(self.ctx.hop::<kinds::Task>().run(work))
    }

    /// Starts a task in the set whose future need not be `Send`, as [`Ctx::spawn_local`].
    ///
    /// # Panics
    ///
    /// Outside a `LocalSet`, at the caller's line.
    #[track_caller]
    pub fn spawn_local<F>(&mut self, work: F) -> AbortHandle
    where
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + 'static,
    {
        let hop = self.ctx.hop::<kinds::LocalTask>();
        at_callers_line(|| self.tasks.spawn_local(hop.run_local(work)))
    }

    /// Runs a closure in the set where it may block, as [`Ctx::spawn_blocking`].
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    #[track_caller]
    pub fn spawn_blocking(&mut self, work: impl FnOnce(&Ctx<T, P, L>) -> O + Send + 'static) -> AbortHandle
    where
        O: Send,
    {
        let hop = self.ctx.hop::<kinds::Blocking>();
        self.tasks.spawn_blocking(hop.bound(work))
    }

    /// Waits until one of the tasks ends; `None` when the set is empty. Nothing is lost when this is cancelled.
    ///
    /// # Errors
    ///
    /// Inside the `Some`: the task panicked or was aborted.
    pub async fn join_next(&mut self) -> Option<Result<O, JoinError>> {
        self.tasks.join_next().await
    }

    /// The result of a task that has ended, without waiting.
    ///
    /// # Errors
    ///
    /// Inside the `Some`: the task panicked or was aborted.
    pub fn try_join_next(&mut self) -> Option<Result<O, JoinError>> {
        self.tasks.try_join_next()
    }

    /// Waits for all tasks, and gives their results in the order in which they ended.
    ///
    /// # Panics
    ///
    /// With the panic of a task that panicked; when a task was aborted.
    pub async fn join_all(mut self) -> Vec<O> {
        let mut ended = Vec::with_capacity(self.tasks.len());
        while let Some(one) = self.tasks.join_next().await {
            match one {
                Ok(done) => ended.push(done),
                Err(error) if error.is_panic() => panics::raise_again(error.into_panic()),
                Err(error) => panic!("a task of the set was aborted: {error}"),
            }
        }
        ended
    }

    /// Aborts all tasks; they end at their next await.
    pub fn abort_all(&mut self) {
        self.tasks.abort_all();
    }

    /// Aborts all tasks and waits until they have ended.
    pub async fn shutdown(&mut self) {
        self.tasks.shutdown().await;
    }

    /// Lets all tasks run on by themselves and empties the set. They stay attached to the turn.
    pub fn release_all(&mut self) {
        self.tasks.detach_all();
    }

    /// How many tasks are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether no task is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }
}

impl<O, T, P, L> fmt::Debug for JoinSet<'_, O, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinSet").field("ctx", self.ctx).field("len", &self.tasks.len()).finish()
    }
}
