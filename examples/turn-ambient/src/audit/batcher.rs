//! Events of running turns, written in batches.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time;

use crate::context::{self, Captured};
use crate::storage::{AuditRow, Storage};

const MAX_BATCH: usize = 64;
/// How long a batch may collect: one transaction for the events of some tens of turns.
const COLLECT_FOR: Duration = Duration::from_millis(20);

struct Event {
    context: Option<Captured>,
    row: AuditRow,
}

pub(crate) struct Audit {
    writer: Mutex<Option<(UnboundedSender<Event>, JoinHandle<()>)>>,
}

impl Audit {
    pub(crate) fn start(storage: Arc<Storage>) -> Self {
        let (events, queue) = unbounded_channel();
        Self { writer: Mutex::new(Some((events, tokio::spawn(write_batches(queue, storage))))) }
    }

    /// Queues an event of the current turn.
    pub(crate) fn event(&self, message_id: &str, kind: &str, detail: String) {
        let row = AuditRow {
            message_id: message_id.to_owned(),
            request_id: context::log_fields().request_id,
            kind: kind.to_owned(),
            detail,
        };
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((events, _)) = &*writer {
            // Fails only when the writer has panicked, which has been reported then.
            let _ = events.send(Event { context: Captured::current(), row });
        }
    }

    /// Waits until everything queued is written.
    pub(crate) async fn stop(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((events, task)) = writer {
            drop(events);
            if let Err(error) = task.await {
                tracing::error!(%error, "the audit writer had stopped");
            }
        }
    }
}

async fn write_batches(mut queue: UnboundedReceiver<Event>, storage: Arc<Storage>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while let Some(first) = queue.recv().await {
        batch.push(first);
        time::sleep(COLLECT_FOR).await;
        while batch.len() < MAX_BATCH
            && let Ok(event) = queue.try_recv()
        {
            batch.push(event);
        }
        let context = batch[0].context.clone();
        let rows = batch.drain(..).map(|event| event.row).collect();
        match context {
            Some(context) => context.scope(write(&storage, rows)).await,
            None => write(&storage, rows).await,
        }
    }
}

async fn write(storage: &Storage, rows: Vec<AuditRow>) {
    match storage.insert_audit(&rows).await {
        Ok(()) => tracing::info!(rows = rows.len(), "audit events written"),
        Err(error) => tracing::error!(error = format!("{error:#}"), rows = rows.len(), "failed to write audit events"),
    }
}
