//! Executors that know nothing of a context: what a test hands a bound closure or a carried future to, and what it looks at
//! workers with.

use std::sync::mpsc;
use std::thread;

use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_util::task::LocalPoolHandle;

/// A task on the current runtime.
///
/// # Panics
///
/// Outside a runtime.
#[track_caller]
pub fn task<O: Send + 'static>(work: impl Future<Output = O> + Send + 'static) -> JoinHandle<O> {
    tokio::spawn(work)
}

/// A task on a runtime.
pub fn task_on<O: Send + 'static>(runtime: &Handle, work: impl Future<Output = O> + Send + 'static) -> JoinHandle<O> {
    runtime.spawn(work)
}

/// A task on the current `LocalSet`.
///
/// # Panics
///
/// Outside a `LocalSet`.
#[track_caller]
pub fn local_task<O: 'static>(work: impl Future<Output = O> + 'static) -> JoinHandle<O> {
    tokio::task::spawn_local(work)
}

/// Blocking work on a runtime.
pub fn blocking_on<O: Send + 'static>(runtime: &Handle, work: impl FnOnce() -> O + Send + 'static) -> JoinHandle<O> {
    runtime.spawn_blocking(work)
}

/// A task on a thread of a pool of local tasks.
pub fn pinned<O: Send + 'static>(
    pool: &LocalPoolHandle,
    work: impl AsyncFnOnce() -> O + Send + 'static,
) -> JoinHandle<O> {
    pool.spawn_pinned(|| async move { work().await })
}

/// A thread.
pub fn thread<O: Send + 'static>(work: impl FnOnce() -> O + Send + 'static) -> thread::JoinHandle<O> {
    thread::spawn(work)
}

/// Waits for a thread without blocking the task that waits.
pub fn joined<O: Send + 'static>(
    thread: thread::JoinHandle<O>,
) -> impl Future<Output = thread::Result<O>> + Send + Unpin + 'static {
    let (sender, receiver) = oneshot::channel();
    self::thread(move || {
        // Nobody may wait any more.
        let _ = sender.send(thread.join());
    });
    receiver.map(|joined| match joined {
        Ok(joined) => joined,
        Err(_) => unreachable!("the thread that joins always sends"),
    })
}

/// A thread that runs one job after the other until this is dropped.
#[derive(Clone, Debug)]
pub struct JobThread(mpsc::Sender<Box<dyn FnOnce() + Send>>);

impl JobThread {
    /// Starts the thread, which keeps for its whole life what `state` gives.
    #[must_use]
    pub fn start<S>(state: impl FnOnce() -> S + Send + 'static) -> Self {
        let (sender, jobs) = mpsc::channel::<Box<dyn FnOnce() + Send>>();
        thread(move || {
            let _state = state();
            for job in jobs {
                job();
            }
        });
        Self(sender)
    }

    /// Queues a job.
    ///
    /// # Panics
    ///
    /// When an earlier job ended the thread by a panic.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        assert!(self.0.send(Box::new(job)).is_ok(), "a job ended the thread");
    }
}
