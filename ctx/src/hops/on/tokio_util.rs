//! tokio-util's tracker of tasks and its pool of local tasks.

use tokio::task::JoinHandle;
use tokio_util::task::{LocalPoolHandle, TaskTracker};

use super::super::tokio_tasks::at_callers_line;
use super::{SpawnBlockingOn, SpawnLocalOn, SpawnOn, SpawnPinnedOn, WithCtx};

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: Send + 'static> SpawnOn<O> for TaskTracker {
    type Handle = JoinHandle<O>;

    fn start<W: Future<Output = O> + Send + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        self.spawn(work)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: 'static> SpawnLocalOn<O> for TaskTracker {
    type Handle = JoinHandle<O>;

    fn start_local<W: Future<Output = O> + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        at_callers_line(|| self.spawn_local(work))
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: Send + 'static> SpawnBlockingOn<O> for TaskTracker {
    type Handle = JoinHandle<O>;

    fn start_blocking<W: FnOnce() -> O + Send + 'static>(&self, work: W, _: WithCtx) -> JoinHandle<O> {
        self.spawn_blocking(work)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<O: Send + 'static> SpawnPinnedOn<O> for LocalPoolHandle {
    type Handle = JoinHandle<O>;

    fn start_pinned<B, W>(&self, begin: B, _: WithCtx) -> JoinHandle<O>
    where
        B: FnOnce() -> W + Send + 'static,
        W: Future<Output = O> + 'static,
    {
        self.spawn_pinned(begin)
    }
}
