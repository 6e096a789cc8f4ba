//! Work with a name.

#[cfg(feature = "tokio")]
use super::task_fn::TaskFn;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;
use std::io;
use std::panic::Location;

#[cfg(feature = "tokio")]
use tokio::task::JoinHandle;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Names work: `ctx.task("audit").spawn(..)`. Named work has a line of its own in the report of a
    /// [`Gate::drain`](crate::Gate::drain), which says where it was started.
    ///
    /// Attached like [`spawn`](Self::spawn): a name changes neither span nor cancellation. It costs an allocation, a clone of
    /// the three slots, and an entry in the gate's register.
    #[must_use = "nothing is started until `spawn` or another of its calls is"]
    pub fn task(&self, name: &'static str) -> NamedTask<'_, T, P, L> {
        NamedTask { ctx: self, name }
    }
}

/// Work with a name, about to be started. Made by [`Ctx::task`].
pub struct NamedTask<'c, T, P = (), L = ()> {
    ctx: &'c Ctx<T, P, L>,
    name: &'static str,
}

impl<'c, T, P, L> NamedTask<'c, T, P, L> {
    pub(super) fn into_parts(self) -> (&'c Ctx<T, P, L>, &'static str) {
        (self.ctx, self.name)
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> NamedTask<'_, T, P, L> {
    /// As [`Ctx::spawn`].
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    #[cfg(feature = "tokio")]
    #[track_caller]
    pub fn spawn<F, O>(self, work: F) -> JoinHandle<O>
    where
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + for<'a> TaskFn<'a, Ctx<T, P, L>, O> + Send + 'static,
        O: Send + 'static,
    {
        self.ctx.named(self.name, Location::caller()).spawn(work)
    }

    /// As [`Ctx::spawn_local`].
    ///
    /// # Panics
    ///
    /// Outside a `LocalSet`, at the caller's line.
    #[cfg(feature = "tokio")]
    #[track_caller]
    pub fn spawn_local<F, O>(self, work: F) -> JoinHandle<O>
    where
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O + 'static,
        O: 'static,
    {
        self.ctx.named(self.name, Location::caller()).spawn_local(work)
    }

    /// As [`Ctx::spawn_blocking`].
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime, at the caller's line.
    #[cfg(feature = "tokio")]
    #[track_caller]
    pub fn spawn_blocking<O: Send + 'static>(
        self,
        work: impl FnOnce(&Ctx<T, P, L>) -> O + Send + 'static,
    ) -> JoinHandle<O> {
        self.ctx.named(self.name, Location::caller()).spawn_blocking(work)
    }

    /// As [`Ctx::thread`], whose own name is what the operating system shows.
    ///
    /// # Errors
    ///
    /// When the operating system does not give a thread, or `thread_name` holds a NUL byte.
    #[track_caller]
    pub fn thread<O: Send + 'static>(
        self,
        thread_name: &str,
        work: impl FnOnce(&Ctx<T, P, L>) -> O + Send + 'static,
    ) -> io::Result<std::thread::JoinHandle<O>> {
        self.ctx.named(self.name, Location::caller()).thread(thread_name, work)
    }
}
