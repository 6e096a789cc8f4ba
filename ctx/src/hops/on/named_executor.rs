//! `ctx.on(executor)`: the same calls as on a context, on an executor that is named.

use std::panic::Location;

use super::super::kinds::{self, Kind};
use super::super::named::NamedTask;
use super::super::observed::Hop;
use super::super::task_fn::TaskFn;
use super::{SpawnBlockingOn, SpawnLocalOn, SpawnOn, SpawnPinnedOn, WithCtx};
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Names where work is to run: `ctx.on(&executor).spawn(async move |ctx| ..)`. For a runtime that is not the current one, a
    /// tracker of tasks, a pool of local tasks, a library's executor; also from a thread that belongs to no runtime.
    ///
    /// | executor | feature | what it can do |
    /// |---|---|---|
    /// | tokio's `Handle`, `&Runtime` | `tokio` | [`spawn`](On::spawn), [`spawn_blocking`](On::spawn_blocking), `executor` |
    /// | tokio's `&LocalSet`, `hops::CurrentLocalSet` | `tokio` | [`spawn_local`](On::spawn_local), `local_executor` |
    /// | tokio-util's `&TaskTracker` | `tokio-util` | all but `spawn_pinned` |
    /// | tokio-util's `&LocalPoolHandle` | `tokio-util` | [`spawn_pinned`](On::spawn_pinned) |
    /// | `hops::FuturesSpawn(..)`, around any `futures::task::Spawn` or `LocalSpawn` | `futures-task` | `spawn`, `executor`, `spawn_local`, `local_executor` |
    /// | `std::thread::Builder` | | [`thread`](On::thread) |
    /// | one of yours | | what you implement of [`SpawnOn`], [`SpawnLocalOn`], [`SpawnPinnedOn`], [`SpawnBlockingOn`] |
    ///
    /// `executor` and `local_executor` are for a library that starts tasks of its own (features `hyper` and `futures-task`).
    ///
    /// Attached, as a task is; `ctx.detach("kind").on(..)` for work that should go on after the turn.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[cfg(feature = "tokio")] {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    ///
    /// // This thread belongs to no runtime.
    /// let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// let task = turn.on(&runtime).spawn(async move |ctx| ctx.tenant().0.len());
    /// assert_eq!(runtime.block_on(task)?, 4);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "nothing is started until `spawn` or another of its calls is"]
    pub fn on<E>(&self, executor: E) -> On<'_, E, T, P, L> {
        On { ctx: self, name: None, executor }
    }
}

impl<'c, T: TenantSlot, P: Pin, L: LogFields> NamedTask<'c, T, P, L> {
    /// As [`Ctx::on`]: `ctx.task("audit").on(&tracker).spawn(..)`.
    #[must_use = "nothing is started until `spawn` or another of its calls is"]
    pub fn on<E>(self, executor: E) -> On<'c, E, T, P, L> {
        let (ctx, name) = self.into_parts();
        On { ctx, name: Some(name), executor }
    }
}

/// A context and the executor that its work is to run on. Made by [`Ctx::on`].
pub struct On<'c, E, T, P = (), L = ()> {
    ctx: &'c Ctx<T, P, L>,
    name: Option<&'static str>,
    executor: E,
}

impl<E, T: TenantSlot, P: Pin, L: LogFields> On<'_, E, T, P, L> {
    #[track_caller]
    fn hop<K: Kind>(&self) -> Hop<K, T, P, L> {
        match self.name {
            None => self.ctx.hop(),
            Some(name) => self.ctx.named(name, Location::caller()).into_hop(),
        }
    }

    /// Shares the context with what will start work again and again, and gives the executor.
    #[track_caller]
    pub(super) fn into_parts<K: Kind>(self) -> (Hop<K, T, P, L>, E) {
        (self.hop(), self.executor)
    }

    /// Starts a task there, as `Ctx::spawn`.
    ///
    /// # Panics
    ///
    /// As the executor does where it cannot take work.
    #[track_caller]
    pub fn spawn<F, O>(self, work: F) -> E::Handle
    where
        E: SpawnOn<O>,
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + for<'a> TaskFn<'a, Ctx<T, P, L>, O> + Send + 'static,
        O: Send + 'static,
    {
        self.executor.start(self.hop::<kinds::Task>().run(work), WithCtx::brought())
    }

    /// Starts a task there whose future need not be `Send`, as `Ctx::spawn_local`.
    ///
    /// # Panics
    ///
    /// As the executor does where it cannot take work.
    #[track_caller]
    pub fn spawn_local<F, O>(self, work: F) -> E::Handle
    where
        E: SpawnLocalOn<O>,
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + 'static,
        O: 'static,
    {
        self.executor.start_local(self.hop::<kinds::LocalTask>().run_local(work), WithCtx::brought())
    }

    /// Begins a task on a thread of the executor's, and keeps it there: the closure must be `Send`, its future need not be.
    ///
    /// # Panics
    ///
    /// As the executor does where it cannot take work.
    #[track_caller]
    pub fn spawn_pinned<F, O>(self, work: F) -> E::Handle
    where
        E: SpawnPinnedOn<O>,
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + Send + 'static,
        O: Send + 'static,
    {
        let hop = self.hop::<kinds::LocalTask>();
        let begin = move || {
            // As in `Hop::run`.
            let work = work;
            hop.run_local(work)
        };
        self.executor.start_pinned(begin, WithCtx::brought())
    }

    /// Runs a closure there where it may block, as `Ctx::spawn_blocking`.
    ///
    /// # Panics
    ///
    /// As the executor does where it cannot take work.
    #[track_caller]
    pub fn spawn_blocking<O: Send + 'static>(self, work: impl FnOnce(&Ctx<T, P, L>) -> O + Send + 'static) -> E::Handle
    where
        E: SpawnBlockingOn<O>,
    {
        self.executor.start_blocking(self.hop::<kinds::Blocking>().bound(work), WithCtx::brought())
    }
}

/// Shows neither the tenant nor the executor.
impl<E, T, P, L> std::fmt::Debug for On<'_, E, T, P, L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("On").field("ctx", self.ctx).field("name", &self.name).finish_non_exhaustive()
    }
}
