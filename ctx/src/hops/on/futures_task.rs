//! The spawners of the `futures` crates, in both directions: ctx's work on theirs, and theirs on ctx's.

use futures_task::{FutureObj, LocalFutureObj, LocalSpawn, Spawn, SpawnError};
#[cfg(feature = "tokio")]
use tokio::runtime::Handle;
#[cfg(feature = "tokio-util")]
use tokio_util::task::TaskTracker;

#[cfg(feature = "tokio")]
use super::CurrentLocalSet;
use super::{Executor, LocalExecutor, SpawnLocalOn, SpawnOn, WithCtx};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

/// Any `futures::task::Spawn` or `LocalSpawn`, for [`Ctx::on`](crate::Ctx::on): `ctx.on(FuturesSpawn(&pool)).spawn(..)`.
///
/// These spawners know no results, so the work returns `()` and sends what it found through a channel; starting it gives whether
/// the spawner still took it. A panic is reported, and then is the spawner's: `futures`' own `LocalPool` raises it where the pool
/// is run.
///
/// # Example
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use ctx::hops::FuturesSpawn;
/// use futures_task::{FutureObj, Spawn, SpawnError};
///
/// /// A spawner that a library has.
/// struct Inline;
///
/// impl Spawn for Inline {
///     fn spawn_obj(&self, future: FutureObj<'static, ()>) -> Result<(), SpawnError> {
///         futures_util::FutureExt::now_or_never(future).ok_or(SpawnError::shutdown())
///     }
/// }
///
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// turn.on(FuturesSpawn(Inline)).spawn(async move |ctx| assert_eq!(ctx.tenant().0, "acme"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FuturesSpawn<S>(pub S);

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<S: Spawn> SpawnOn<()> for FuturesSpawn<S> {
    type Handle = Result<(), SpawnError>;

    fn start<W: Future<Output = ()> + Send + 'static>(&self, work: W, _: WithCtx) -> Self::Handle {
        self.0.spawn_obj(Box::new(work).into())
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<S: LocalSpawn> SpawnLocalOn<()> for FuturesSpawn<S> {
    type Handle = Result<(), SpawnError>;

    fn start_local<W: Future<Output = ()> + 'static>(&self, work: W, _: WithCtx) -> Self::Handle {
        self.0.spawn_local_obj(Box::new(work).into())
    }
}

impl<S: Spawn, T: TenantSlot, P: Pin, L: LogFields> Spawn for Executor<FuturesSpawn<S>, T, P, L> {
    fn spawn_obj(&self, future: FutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.start(future)
    }

    fn status(&self) -> Result<(), SpawnError> {
        self.on().0.status()
    }
}

impl<S: LocalSpawn, T: TenantSlot, P: Pin, L: LogFields> LocalSpawn for LocalExecutor<FuturesSpawn<S>, T, P, L> {
    fn spawn_local_obj(&self, future: LocalFutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.start(future)
    }

    fn status_local(&self) -> Result<(), SpawnError> {
        self.on().0.status_local()
    }
}

/// tokio never refuses a task: one that comes after the end of the runtime is dropped.
macro_rules! spawn_on_tokio {
    ($($(#[$attribute:meta])* $executor:ty,)*) => { $(
        $(#[$attribute])*
        impl<T: TenantSlot, P: Pin, L: LogFields> Spawn for Executor<$executor, T, P, L> {
            fn spawn_obj(&self, future: FutureObj<'static, ()>) -> Result<(), SpawnError> {
                // Dropped, the handle lets the task run on.
                drop(self.start(future));
                Ok(())
            }
        }
    )* };
}

macro_rules! spawn_local_on_tokio {
    ($($(#[$attribute:meta])* $executor:ty,)*) => { $(
        $(#[$attribute])*
        impl<T: TenantSlot, P: Pin, L: LogFields> LocalSpawn for LocalExecutor<$executor, T, P, L> {
            fn spawn_local_obj(&self, future: LocalFutureObj<'static, ()>) -> Result<(), SpawnError> {
                // As above.
                drop(self.start(future));
                Ok(())
            }
        }
    )* };
}

spawn_on_tokio! {
    #[cfg(feature = "tokio")]
    Handle,
    #[cfg(feature = "tokio-util")]
    TaskTracker,
}

spawn_local_on_tokio! {
    #[cfg(feature = "tokio")]
    CurrentLocalSet,
    #[cfg(feature = "tokio-util")]
    TaskTracker,
}
