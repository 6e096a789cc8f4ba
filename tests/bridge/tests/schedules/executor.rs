//! One worker, which takes up what a seed says.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Waker};

use crate::random::Random;

/// Something to run.
pub(crate) enum Job {
    Future(Pin<Box<dyn Future<Output = ()>>>),
    Closure(Box<dyn FnOnce()>),
}

/// Shared with the work, which submits more.
#[derive(Clone, Default)]
pub(crate) struct Executor(Rc<RefCell<Vec<Job>>>);

impl Executor {
    pub(crate) fn push(&self, job: Job) {
        self.0.borrow_mut().push(job);
    }

    pub(crate) fn has_work(&self) -> bool {
        !self.0.borrow().is_empty()
    }

    fn take(&self, random: &mut Random) -> Job {
        let mut jobs = self.0.borrow_mut();
        let at = random.below(jobs.len());
        jobs.swap_remove(at)
    }

    /// Polls or calls one. Whether it panicked.
    pub(crate) fn run_one(&self, random: &mut Random) -> bool {
        match self.take(random) {
            Job::Closure(job) => catch_unwind(AssertUnwindSafe(job)).is_err(),
            Job::Future(mut job) => {
                let mut cx = Context::from_waker(Waker::noop());
                let polled = catch_unwind(AssertUnwindSafe(|| job.as_mut().poll(&mut cx)));
                if polled.as_ref().is_ok_and(|polled| polled.is_pending()) {
                    self.push(Job::Future(job));
                }
                polled.is_err()
            }
        }
    }

    /// Drops one, perhaps before it began.
    pub(crate) fn drop_one(&self, random: &mut Random) -> u64 {
        drop(self.take(random));
        1
    }
}
