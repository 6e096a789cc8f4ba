//! A pool of local tasks with one thread, which may have a span of its own.

use std::sync::mpsc;

use support::raw;
use tokio::task::JoinHandle;
use tokio_util::task::LocalPoolHandle;
use tracing::dispatcher::get_default;
use tracing::span::Id;

pub(crate) struct LocalPool {
    handle: LocalPoolHandle,
    own_span: Option<Id>,
}

impl LocalPool {
    pub(crate) fn new(own_span: Option<Id>) -> Self {
        let pool = Self { handle: LocalPoolHandle::new(1), own_span };
        pool.with_own_span(|span| get_default(|subscriber| subscriber.enter(span)));
        pool
    }

    pub(crate) fn handle(&self) -> &LocalPoolHandle {
        &self.handle
    }

    /// A closure on the thread of the pool.
    pub(crate) fn call<O: Send + 'static>(&self, work: impl FnOnce() -> O + Send + 'static) -> JoinHandle<O> {
        raw::pinned(&self.handle, async move || work())
    }

    fn with_own_span(&self, act: impl FnOnce(&Id) + Send + 'static) {
        let Some(span) = self.own_span.clone() else { return };
        let (done, wait) = mpsc::channel();
        self.call(move || {
            act(&span);
            let _ = done.send(());
        });
        assert!(wait.recv().is_ok(), "the pool's thread did not answer");
    }
}

impl Drop for LocalPool {
    fn drop(&mut self) {
        // The subscriber knows threads by numbers that it uses again for later threads.
        self.with_own_span(|span| get_default(|subscriber| subscriber.exit(span)));
    }
}
