//! The task that collects: it has no context, and each batch brings its own.

use std::hash::Hash;
use std::panic::Location;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

use super::queue::Queued;
use crate::context::Ctx;
use crate::hops::batches::Batch;
use crate::hops::task_fn::EachFn;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::stamped::Stamped;
use crate::tenant::Tenant;

pub(super) struct Collector<V, T, P, L> {
    pub(super) queue: mpsc::Receiver<Queued<V, T, P, L>>,
    pub(super) kind: &'static str,
    pub(super) max_size: usize,
    pub(super) collect_for: Duration,
    pub(super) site: &'static Location<'static>,
    pub(super) closing: CancellationToken,
}

/// What is handled together.
struct Round<V, T, P, L> {
    messages: Vec<Stamped<V, T, P, L>>,
    flush: Option<oneshot::Sender<()>>,
}

impl<V, T, P, L> Collector<V, T, P, L>
where
    V: Send + 'static,
    T: Tenant + Eq + Hash,
    P: Pin + PartialEq,
    L: LogFields,
{
    #[expect(clippy::disallowed_methods, reason = "each task runs a batch, which has a context of its own")]
    pub(super) async fn run<F>(mut self, work: F)
    where
        F: for<'a> EachFn<'a, Ctx<T, P>, Vec<V>, ()> + Clone + Send + 'static,
    {
        while let Some(Round { messages, flush }) = self.round().await {
            let (kind, site) = (self.kind, self.site);
            let mut batches = JoinSet::new();
            for batch in Batch::by_tenant(messages) {
                let work = work.clone();
                // Opened in there: what the application's label does is no concern of the others.
                batches.spawn(async move { batch.open_task(kind, site, work).await });
            }
            // A panic has been reported.
            while batches.join_next().await.is_some() {}
            if let Some(flush) = flush {
                // Nobody may wait for it any more.
                let _ = flush.send(());
            }
        }
    }

    /// `None` when no more can come.
    async fn round(&mut self) -> Option<Round<V, T, P, L>> {
        let mut messages = match self.queue.recv().await? {
            Queued::Message(first) => vec![first],
            Queued::Flush(flush) => return Some(Round { messages: Vec::new(), flush: Some(flush) }),
        };
        let until = Instant::now().checked_add(self.collect_for);
        while messages.len() < self.max_size {
            match self.queued_until(until).await {
                Some(Queued::Message(message)) => messages.push(message),
                Some(Queued::Flush(flush)) => return Some(Round { messages, flush: Some(flush) }),
                None => break,
            }
        }
        Some(Round { messages, flush: None })
    }

    /// What comes in time: before `until`, and before the process begins to shut down.
    async fn queued_until(&mut self, until: Option<Instant>) -> Option<Queued<V, T, P, L>> {
        if let Ok(queued) = self.queue.try_recv() {
            return Some(queued);
        }
        let next = self.queue.recv();
        match until {
            Some(until) => self.closing.run_until_cancelled(timeout_at(until, next)).await?.ok()?,
            None => self.closing.run_until_cancelled(next).await?,
        }
    }
}
