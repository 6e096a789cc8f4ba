//! A job that keeps a thread until it is let go.

use std::sync::mpsc::{self, Sender};

use ctx::Pool;
use ctx::hops::JobHandle;
use support::Turn;

pub(crate) struct Busy {
    release: Sender<()>,
    job: JobHandle<()>,
}

impl Busy {
    /// Returns when the job runs.
    pub(crate) fn start(pool: &Pool, turn: &Turn) -> Self {
        let (release, released) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel();
        let job = pool.submit(turn, move |_| {
            begun.send(()).unwrap();
            // Ends with the sender.
            let _ = released.recv();
        });
        begins.recv().unwrap();
        Self { release, job: job.unwrap() }
    }

    pub(crate) fn end(self) {
        drop(self.release);
        self.job.wait().unwrap();
    }
}
