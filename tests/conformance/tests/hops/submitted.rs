//! Work that was started, whatever its handle is.

use std::any::Any;
use std::thread;

use ctx::{Error, JoinSet, LogFields, Pin, TenantSlot};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinError, JoinHandle};

use crate::job::Out;

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

    /// A closure that sends how it ended.
    pub(crate) fn sent(ended: oneshot::Receiver<Ended>) -> Self {
        Self { ended: ended.map(|ended| ended.unwrap_or(Ended::Dropped)).boxed_local(), abort: None }
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

struct ReleasedOnDrop<'c, T: TenantSlot, P: Pin, L: LogFields>(JoinSet<'c, Out, T, P, L>);

impl<T: TenantSlot, P: Pin, L: LogFields> Drop for ReleasedOnDrop<'_, T, P, L> {
    fn drop(&mut self) {
        self.0.release_all();
    }
}
