//! A spawner as libraries have them, and work for it whose outcome comes by a channel.

use std::sync::{Arc, Mutex, PoisonError};

use futures_task::{FutureObj, LocalFutureObj, LocalSpawn, Spawn, SpawnError};
use support::raw;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::job::{Inside, Job, Out};
use crate::submitted::Submitted;

/// Starts tasks on the runtime or the current `LocalSet`, and keeps the last one's handle, which these spawners do not give.
pub(crate) struct Spawner {
    runtime: Handle,
    last: Mutex<Option<JoinHandle<()>>>,
}

impl Spawner {
    pub(crate) fn new(runtime: Handle) -> Arc<Self> {
        Arc::new(Self { runtime, last: Mutex::default() })
    }

    fn keep(&self, task: JoinHandle<()>) -> Result<(), SpawnError> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        Ok(())
    }

    /// The task that was started last.
    pub(crate) fn submitted(&self, out: oneshot::Receiver<Out>) -> Submitted<'static> {
        match self.last.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(task) => Submitted::sending(task, out),
            None => panic!("nothing was spawned"),
        }
    }
}

impl Spawn for Spawner {
    fn spawn_obj(&self, future: FutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.keep(raw::task_on(&self.runtime, future))
    }
}

impl LocalSpawn for Spawner {
    fn spawn_local_obj(&self, future: LocalFutureObj<'static, ()>) -> Result<(), SpawnError> {
        self.keep(raw::local_task(future))
    }
}

/// A job that sends its outcome.
pub(crate) struct Sending(Job, oneshot::Sender<Out>);

impl Sending {
    /// And where the outcome arrives.
    pub(crate) fn of(job: Job) -> (Self, oneshot::Receiver<Out>) {
        let (sender, out) = oneshot::channel();
        (Self(job, sender), out)
    }

    pub(crate) async fn run(self, ctx: &dyn Inside) {
        let out = self.0.run(ctx).await;
        // Nobody may wait for it.
        let _ = self.1.send(out);
    }
}
