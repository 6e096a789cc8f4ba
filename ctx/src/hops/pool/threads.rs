//! The threads of a pool: started, fed, and let go. They hold no context.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use super::builder::AfterPanic;
use super::job::{AnyJob, Ran};
use super::queue::{Limits, Shared};
use crate::hops::panics::quietly;

/// What the threads, the handles and the owners of a pool share.
pub(super) struct Threads {
    shared: Shared<AnyJob>,
    settings: Settings,
    last_number: AtomicUsize,
}

pub(super) struct Settings {
    pub(super) name: String,
    pub(super) stack_size: Option<usize>,
    pub(super) after_panic: AfterPanic,
    pub(super) on_start: Option<Hook>,
    pub(super) on_stop: Option<Hook>,
}

pub(super) type Hook = Box<dyn Fn() + Send + Sync>;

impl Threads {
    /// With as many threads as there have to be at least.
    pub(super) fn start_all(limits: Limits, settings: Settings) -> io::Result<Arc<Self>> {
        let at_once = limits.min_threads;
        let threads = Arc::new(Self { shared: Shared::new(limits), settings, last_number: AtomicUsize::new(0) });
        for _ in 0..at_once {
            threads.shared.starting();
            if let Err(error) = threads.start(None) {
                threads.shared.not_started(None);
                // Those that were started end.
                threads.shared.close();
                return Err(error);
            }
        }
        Ok(threads)
    }

    pub(super) fn shared(&self) -> &Shared<AnyJob> {
        &self.shared
    }

    /// Starts a thread, which is counted already, with its first job.
    #[expect(clippy::disallowed_methods, reason = "a pool's thread has no context: its jobs bring theirs")]
    pub(super) fn start(self: &Arc<Self>, first: Option<AnyJob>) -> io::Result<()> {
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let mut builder = Builder::new().name(format!("{}-{number}", self.settings.name));
        if let Some(size) = self.settings.stack_size {
            builder = builder.stack_size(size);
        }
        let threads = Arc::clone(self);
        builder.spawn(move || threads.work(first)).map(drop)
    }

    /// What is left in the queue of a job that ran or was taken back elsewhere takes up room.
    pub(super) fn leave_queue(&self, job: *const ()) {
        self.shared.remove(|other| Arc::as_ptr(other).cast::<()>() == job);
    }

    fn work(self: Arc<Self>, first: Option<AnyJob>) {
        // Before the hook: a job whose thread is still starting is one that runs.
        let me = self.shared.begin(first.as_ref());
        call_hook(self.settings.on_start.as_ref());
        let mut job = first.or_else(|| self.shared.next(me));
        while let Some(one) = job {
            let ran = one.run(&|| self.shared.done(me));
            drop(one);
            let is_replaced = ran == Ran::Panicked
                && self.settings.after_panic == AfterPanic::ReplaceThread
                && self.start(None).is_ok();
            if is_replaced {
                break;
            }
            job = self.shared.next(me);
        }
        call_hook(self.settings.on_stop.as_ref());
        self.shared.end(me);
    }
}

/// A hook that panics has gone through the panic hook, and costs no job.
fn call_hook(hook: Option<&Hook>) {
    if let Some(hook) = hook {
        quietly(hook);
    }
}
