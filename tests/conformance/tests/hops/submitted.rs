//! Work that was started, whatever its handle is.

use std::any::Any;
use std::future::ready;
use std::sync::Arc;
use std::thread;

use ctx::hops::InvalidCron;
use ctx::{Error, JoinSet, LogFields, Pin, TenantSlot};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinError, JoinHandle};

use crate::job::Out;
use crate::local_pool::LocalPool;

/// How work ended, as its handle tells.
#[derive(Debug, PartialEq)]
pub(crate) enum Ended {
    Returned(Out),
    Panicked(String),
    /// Aborted, or dropped before it ran.
    Dropped,
    /// A timer gave the reason.
    Told(Error),
}

impl Ended {
    pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = payload.downcast_ref::<String>().cloned();
        Self::Panicked(text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default())
    }

    fn failed(error: JoinError) -> Self {
        if error.is_panic() { Self::panicked(&*error.into_panic()) } else { Self::Dropped }
    }
}

impl From<Out> for Ended {
    fn from(out: Out) -> Self {
        Self::Returned(out)
    }
}

/// What `after` gives.
impl From<Result<Out, Error>> for Ended {
    fn from(timer: Result<Out, Error>) -> Self {
        timer.map_or_else(Self::Told, Self::Returned)
    }
}

/// Work that was started. Dropping it lets the work run on.
pub(crate) struct Submitted<'c> {
    ended: LocalBoxFuture<'c, Ended>,
    abort: Option<AbortHandle>,
}

impl<'c> Submitted<'c> {
    pub(crate) async fn ended(self) -> Ended {
        self.ended.await
    }

    /// Nothing for work that cannot be aborted.
    pub(crate) fn abort(&self) {
        if let Some(handle) = &self.abort {
            handle.abort();
        }
    }

    pub(crate) fn task<O: Into<Ended> + 'static>(task: JoinHandle<O>) -> Self {
        let abort = Some(task.abort_handle());
        let ended = task.map(|joined| joined.map_or_else(Ended::failed, Into::into)).boxed_local();
        Self { ended, abort }
    }

    /// A set with one task.
    pub(crate) fn set<T: TenantSlot, P: Pin, L: LogFields>(set: JoinSet<'c, Out, T, P, L>, task: AbortHandle) -> Self {
        let mut set = ReleasedOnDrop(set);
        let ended = async move {
            match set.0.join_next().await {
                Some(joined) => joined.map_or_else(Ended::failed, Into::into),
                None => panic!("the set is empty"),
            }
        };
        Self { ended: ended.boxed_local(), abort: Some(task) }
    }

    pub(crate) fn thread(thread: thread::JoinHandle<Out>) -> Self {
        let joined = support::raw::joined(thread);
        let ended = joined.map(|joined| joined.map_or_else(|payload| Ended::panicked(&*payload), Into::into));
        Self { ended: ended.boxed_local(), abort: None }
    }

    /// Work that has ended inside the call.
    pub(crate) fn ended_already(ended: Ended) -> Self {
        Self { ended: ready(ended).boxed_local(), abort: None }
    }

    /// A closure that sends how it ended.
    pub(crate) fn sent(ended: oneshot::Receiver<Ended>) -> Self {
        Self { ended: ended.map(|ended| ended.unwrap_or(Ended::Dropped)).boxed_local(), abort: None }
    }

    /// A task that sends its outcome, for a spawner that takes tasks without one.
    pub(crate) fn sending(task: JoinHandle<()>, out: oneshot::Receiver<Out>) -> Self {
        let abort = Some(task.abort_handle());
        let ended = async move {
            match out.await {
                Ok(out) => Ended::Returned(out),
                // The task panicked or was dropped.
                Err(_) => match task.await {
                    Ok(()) => panic!("the task ended and sent nothing"),
                    Err(error) => Ended::failed(error),
                },
            }
        };
        Self { ended: ended.boxed_local(), abort }
    }

    /// A task on a pool's thread, where it is dropped only after its handle says so.
    pub(crate) fn pinned(task: JoinHandle<Out>, pool: Arc<LocalPool>) -> Self {
        let abort = Some(task.abort_handle());
        let ended = async move {
            let ended = task.await.map_or_else(Ended::failed, Into::into);
            if ended == Ended::Dropped {
                assert!(pool.call(|| ()).await.is_ok(), "the pool's thread did not answer");
            }
            ended
        };
        Self { ended: ended.boxed_local(), abort }
    }

    /// `every`: has ended when its first tick has and it was stopped then.
    pub(crate) fn timer(timer: JoinHandle<Error>, tick: oneshot::Receiver<Out>) -> Self {
        let handle = timer.abort_handle();
        let stop = handle.clone();
        let ended = async move {
            // An error: the tick panicked or was dropped.
            let first = tick.await;
            if first.is_ok() {
                stop.abort();
            }
            let stopped = timer.await.map_or_else(Ended::failed, Ended::Told);
            first.map_or(stopped, Ended::Returned)
        };
        Self { ended: ended.boxed_local(), abort: Some(handle) }
    }
}

impl Submitted<'_> {
    /// `cron`: as `every`.
    pub(crate) fn cron(timer: Result<JoinHandle<Error>, InvalidCron>, tick: oneshot::Receiver<Out>) -> Self {
        match timer {
            Ok(timer) => Self::timer(timer, tick),
            Err(invalid) => panic!("{invalid}"),
        }
    }
}

struct ReleasedOnDrop<'c, T: TenantSlot, P: Pin, L: LogFields>(JoinSet<'c, Out, T, P, L>);

impl<T: TenantSlot, P: Pin, L: LogFields> Drop for ReleasedOnDrop<'_, T, P, L> {
    fn drop(&mut self) {
        self.0.release_all();
    }
}
