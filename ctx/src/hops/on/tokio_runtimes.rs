//! tokio's runtimes, by a handle or whole, and its sets of local tasks.

use tokio::runtime::{Handle, Runtime};
use tokio::task::{JoinHandle, LocalSet};

use super::super::tokio_tasks::at_callers_line;
use super::{SpawnBlockingOn, SpawnLocalOn, SpawnOn, WithCtx};

/// The [`LocalSet`] that is current where a task is started, as for [`Ctx::spawn_local`](crate::Ctx::spawn_local).
#[derive(Clone, Copy, Debug)]
pub struct CurrentLocalSet;

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: Send + 'static> SpawnOn<O> for Handle {
    type Handle = JoinHandle<O>;

    #[inline]
    fn start<W: Future<Output = O> + Send + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        self.spawn(work)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: Send + 'static> SpawnBlockingOn<O> for Handle {
    type Handle = JoinHandle<O>;

    fn start_blocking<W: FnOnce() -> O + Send + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        self.spawn_blocking(work)
    }
}

impl<O: Send + 'static> SpawnOn<O> for Runtime {
    type Handle = JoinHandle<O>;

    #[inline]
    fn start<W: Future<Output = O> + Send + 'static>(&self, work: W, with: WithCtx) -> JoinHandle<O> {
        self.handle().start(work, with)
    }
}

impl<O: Send + 'static> SpawnBlockingOn<O> for Runtime {
    type Handle = JoinHandle<O>;

    fn start_blocking<W: FnOnce() -> O + Send + 'static>(&self, work: W, with: WithCtx) -> JoinHandle<O> {
        self.handle().start_blocking(work, with)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: 'static> SpawnLocalOn<O> for LocalSet {
    type Handle = JoinHandle<O>;

    fn start_local<W: Future<Output = O> + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        self.spawn_local(work)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: 'static> SpawnLocalOn<O> for CurrentLocalSet {
    type Handle = JoinHandle<O>;

    fn start_local<W: Future<Output = O> + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        at_callers_line(|| tokio::task::spawn_local(work))
    }
}
