//! Executors for a library that starts tasks of its own.

use std::fmt;

#[cfg(feature = "tokio")]
use tokio::runtime::Handle;

use super::super::kinds;
use super::super::observed::Hop;
#[cfg(feature = "tokio")]
use super::CurrentLocalSet;
use super::{On, SpawnLocalOn, SpawnOn, WithCtx};
#[cfg(feature = "tokio")]
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<E, T: TenantSlot, P: Pin, L: LogFields> On<'_, E, T, P, L> {
    /// An executor for a library that asks for one: a `hyper::rt::Executor`, a `futures::task::Spawn`. It owns what it starts
    /// tasks on, so `E` is an owner too: `ctx.on(tracker.clone()).executor()`.
    ///
    /// The library's futures get no `&Ctx`. They are polled inside this context's span, their panics are reported, and they
    /// keep its turn alive, as the executor itself does. So it is made from the context of what the library does: that of a
    /// connection, which is platform work, not that of the first request on it.
    #[track_caller]
    pub fn executor(self) -> Executor<E, T, P, L> {
        let (hop, executor) = self.into_parts();
        Executor { hop, executor }
    }

    /// [`executor`](Self::executor) for futures that need not be `Send`.
    #[track_caller]
    pub fn local_executor(self) -> LocalExecutor<E, T, P, L> {
        let (hop, executor) = self.into_parts();
        LocalExecutor { hop, executor }
    }
}

#[cfg(feature = "tokio")]
impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// An executor on the current runtime for a library that starts tasks of its own, such as hyper's HTTP/2: see
    /// [`On::executor`](crate::hops::On::executor).
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    #[track_caller]
    pub fn executor(&self) -> Executor<Handle, T, P, L> {
        self.on(Handle::current()).executor()
    }

    /// [`executor`](Self::executor) for futures that need not be `Send`. Each starts on the
    /// [`LocalSet`](tokio::task::LocalSet) that is current then.
    #[track_caller]
    pub fn local_executor(&self) -> LocalExecutor<CurrentLocalSet, T, P, L> {
        self.on(CurrentLocalSet).local_executor()
    }
}

/// Starts a library's tasks inside the span of a context. Made by [`On::executor`] and `Ctx::executor`.
///
/// With the feature `hyper` it is a `hyper::rt::Executor`, with `futures-task` a `futures::task::Spawn`.
#[must_use = "a library starts its tasks with it"]
pub struct Executor<E, T, P = (), L = ()> {
    hop: Hop<kinds::Executor, T, P, L>,
    executor: E,
}

/// Starts a library's tasks that stay on one thread, inside the span of a context. Made by [`On::local_executor`] and
/// `Ctx::local_executor`.
///
/// With the feature `hyper` it is a `hyper::rt::Executor`, with `futures-task` a `futures::task::LocalSpawn`.
#[must_use = "a library starts its tasks with it"]
pub struct LocalExecutor<E, T, P = (), L = ()> {
    hop: Hop<kinds::Executor, T, P, L>,
    executor: E,
}

impl<E, T: TenantSlot, P: Pin, L: LogFields> Executor<E, T, P, L> {
    #[cfg(feature = "futures-task")]
    pub(super) fn on(&self) -> &E {
        &self.executor
    }

    pub(super) fn start<W>(&self, work: W) -> E::Handle
    where
        E: SpawnOn<W::Output>,
        W: Future + Send + 'static,
    {
        self.executor.start(inside(self.hop.again(), work), WithCtx::brought())
    }
}

impl<E, T: TenantSlot, P: Pin, L: LogFields> LocalExecutor<E, T, P, L> {
    #[cfg(feature = "futures-task")]
    pub(super) fn on(&self) -> &E {
        &self.executor
    }

    pub(super) fn start<W>(&self, work: W) -> E::Handle
    where
        E: SpawnLocalOn<W::Output>,
        W: Future + 'static,
    {
        self.executor.start_local(inside(self.hop.again(), work), WithCtx::brought())
    }
}

/// A future of a library's inside the span: at every poll, and when it is dropped.
#[expect(clippy::manual_async_fn, reason = "an `async fn` would keep each argument twice")]
fn inside<W, T, P, L>(hop: Hop<kinds::Executor, T, P, L>, work: W) -> impl Future<Output = W::Output>
where
    W: Future,
    T: TenantSlot,
    P: Pin,
    L: LogFields,
{
    async move {
        // As in `Hop::run`.
        let work = work;
        hop.observe(|_| work).await
    }
}

/// One more for the library, with the same context, which nobody can get out.
impl<E: Clone, T, P, L> Clone for Executor<E, T, P, L> {
    fn clone(&self) -> Self {
        Self { hop: self.hop.again(), executor: self.executor.clone() }
    }
}

/// One more for the library, with the same context, which nobody can get out.
impl<E: Clone, T, P, L> Clone for LocalExecutor<E, T, P, L> {
    fn clone(&self) -> Self {
        Self { hop: self.hop.again(), executor: self.executor.clone() }
    }
}

/// Shows neither the tenant nor the executor.
impl<E, T, P, L> fmt::Debug for Executor<E, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor").finish_non_exhaustive()
    }
}

/// Shows neither the tenant nor the executor.
impl<E, T, P, L> fmt::Debug for LocalExecutor<E, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalExecutor").finish_non_exhaustive()
    }
}
