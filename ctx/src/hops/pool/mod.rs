//! A pool of threads for blocking or computing work: jobs bring their context along, the threads have none.
//!
//! The state of a pool is one lock around a queue and a few counts, and not a channel: whether an idle thread takes a job, a
//! thread is started for it, it waits, or it displaces another, is one decision, and with a channel it would be several with
//! gaps between them. Of the well-kept channels, those that wait both blocking and async (`async-channel`) have no time
//! limit for idle threads, and those with one (`crossbeam-channel`) are not async. `tests/interleavings` runs `queue`,
//! `slot` and `signal`, which have all the locks, under a scheduler that tries their interleavings.

mod builder;
mod handle;
mod job;
mod job_error;
mod queue;
mod rejected;
mod shutdown;
mod signal;
mod slot;
mod submission;
mod sync;
mod threads;
mod when_full;

pub use builder::{AfterPanic, PoolBuilder};
pub use handle::JobHandle;
pub use job_error::JobError;
pub use rejected::Rejected;
pub use shutdown::{PoolReport, RunningJob, UnrunJob};
pub use submission::Pool;
pub use when_full::WhenFull;
