//! What runs on a worker, and what it sees there, whatever the types of its context.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Instant;

use ctx::{LogFields, Pin, TenantSlot};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use support::TurnFields;
use support::old::Old;
use tokio::sync::oneshot;
use tracing::span::Id;

use crate::table::Executor;
use crate::worker::On;

/// How work ended that returned.
pub(crate) type Out = Result<(), String>;

/// What the work sees of its context and of its thread.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) tenant: Option<String>,
    pub(crate) pin: Option<String>,
    pub(crate) fields: BTreeMap<&'static str, String>,
    pub(crate) kind: &'static str,
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancelled: bool,
    /// The span of the context.
    pub(crate) span: Option<Id>,
    /// The span in which code runs.
    pub(crate) current: Option<Id>,
    pub(crate) thread: ThreadId,
    /// What code finds that takes no context.
    pub(crate) old: Old,
}

/// A context, whatever its types.
pub(crate) trait Inside: Sync {
    fn seen(&self) -> Seen;
    /// Logs with the macro that names the context.
    fn log(&self, text: &str);
    /// Starts `job` under this context with other fields, and lets go of it. Gives what the submitting context is.
    fn nested(&self, executor: Executor, on: &On, job: Job) -> Seen;
    /// Waits until told to stop.
    fn until_told(&self) -> BoxFuture<'_, ctx::Error>;
    fn check(&self) -> Result<(), ctx::Error>;
}

impl<T: TenantSlot, P: Pin, L: LogFields> Inside for ctx::Ctx<T, P, L> {
    fn seen(&self) -> Seen {
        let mut fields = BTreeMap::new();
        self.fields().visit(&mut |name, value| {
            fields.insert(name, value.to_string());
        });
        Seen {
            tenant: self.tenant().label().map(ToString::to_string),
            pin: self.pin().label().map(ToString::to_string),
            fields,
            kind: self.kind(),
            deadline: self.deadline(),
            cancelled: self.is_cancelled(),
            span: self.span_id(),
            current: current_span(),
            thread: thread::current().id(),
            old: Old::here(),
        }
    }

    fn log(&self, text: &str) {
        ctx::info!(self, "{text}");
    }

    fn nested(&self, executor: Executor, on: &On, job: Job) -> Seen {
        let inner = self.with_fields(TurnFields::new().at("inner"));
        drop(executor.submit(&inner, on, job));
        inner.seen()
    }

    fn until_told(&self) -> BoxFuture<'_, ctx::Error> {
        async move {
            match self.until_done(std::future::pending::<()>()).await {
                Ok(()) => unreachable!("what never ends"),
                Err(told) => told,
            }
        }
        .boxed()
    }

    fn check(&self) -> Result<(), ctx::Error> {
        self.check()
    }
}

pub(crate) fn current_span() -> Option<Id> {
    tracing::Span::current().id()
}

type Work = dyn for<'a> FnOnce(&'a dyn Inside) -> BoxFuture<'a, Out> + Send;

/// Work for any executor.
pub(crate) struct Job(Box<Work>);

impl Job {
    /// Work that awaits.
    pub(crate) fn new(work: impl for<'a> FnOnce(&'a dyn Inside) -> BoxFuture<'a, Out> + Send + 'static) -> Self {
        Self(Box::new(work))
    }

    /// Work that does not.
    pub(crate) fn now(work: impl FnOnce(&dyn Inside) -> Out + Send + 'static) -> Self {
        Self::new(move |ctx| async move { work(ctx) }.boxed())
    }

    pub(crate) async fn run(self, ctx: &dyn Inside) -> Out {
        (self.0)(ctx).await
    }

    /// Runs it where nothing can be awaited.
    pub(crate) fn run_now(self, ctx: &dyn Inside) -> Out {
        match (self.0)(ctx).now_or_never() {
            Some(out) => out,
            None => panic!("a job for a closure does not await"),
        }
    }

    /// For a hop that can run its work again and again.
    pub(crate) fn once(self) -> Once {
        Once(Arc::new(Mutex::new(Some(self))))
    }
}

/// A job for the one call that is made.
#[derive(Clone)]
pub(crate) struct Once(Arc<Mutex<Option<Job>>>);

impl Once {
    pub(crate) fn take(&self) -> Job {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(job) => job,
            None => panic!("called a second time"),
        }
    }
}

/// A job for the first tick of a timer; later ticks do nothing.
#[derive(Clone)]
pub(crate) struct FirstTick(Arc<Mutex<Option<Tick>>>);

type Tick = (Job, oneshot::Sender<Out>);

impl FirstTick {
    /// And where its outcome arrives.
    pub(crate) fn of(job: Job) -> (Self, oneshot::Receiver<Out>) {
        let (sender, tick) = oneshot::channel();
        (Self(Arc::new(Mutex::new(Some((job, sender))))), tick)
    }

    pub(crate) async fn run(self, ctx: &dyn Inside) {
        let first = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((job, sender)) = first {
            let out = job.run(ctx).await;
            // Nobody may wait for it.
            let _ = sender.send(out);
        }
    }
}
