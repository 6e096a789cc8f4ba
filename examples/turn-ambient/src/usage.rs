//! Usage counters: kept in memory, written by a timer.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{self, MissedTickBehavior};

use crate::context;
use crate::storage::{Storage, UsageRow};

const FLUSH_PERIOD: Duration = Duration::from_millis(250);

/// Message and kind, e.g. `("acme-0042", "tokens")`.
type Counters = HashMap<(String, &'static str), i64>;

pub(crate) struct Usage {
    storage: Arc<Storage>,
    counters: Mutex<Counters>,
    /// Started by the first count, so that a service nobody calls writes nothing.
    flusher: Mutex<Option<JoinHandle<()>>>,
    stop: Notify,
}

impl Usage {
    pub(crate) fn new(storage: Arc<Storage>) -> Self {
        Self { storage, counters: Mutex::default(), flusher: Mutex::default(), stop: Notify::new() }
    }

    pub(crate) fn count(self: &Arc<Self>, message_id: &str, kind: &'static str, amount: i64) {
        *lock(&self.counters).entry((message_id.to_owned(), kind)).or_default() += amount;
        lock(&self.flusher).get_or_insert_with(|| context::spawn(self.clone().flush_periodically()));
    }

    async fn flush_periodically(self: Arc<Self>) {
        let mut ticks = time::interval(FLUSH_PERIOD);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let stopping = tokio::select! {
                _ = ticks.tick() => false,
                () = self.stop.notified() => true,
            };
            self.flush().await;
            if stopping {
                return;
            }
        }
    }

    async fn flush(&self) {
        let counters = mem::take(&mut *lock(&self.counters));
        if counters.is_empty() {
            return;
        }
        let rows: Vec<UsageRow> = counters
            .iter()
            .map(|((message_id, kind), &amount)| UsageRow {
                message_id: message_id.clone(),
                kind: (*kind).to_owned(),
                amount,
            })
            .collect();
        match self.storage.insert_usage(&rows).await {
            Ok(()) => tracing::info!(rows = rows.len(), "usage written"),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "failed to write usage, trying again at the next tick");
                let mut current = lock(&self.counters);
                for (key, amount) in counters {
                    *current.entry(key).or_default() += amount;
                }
            }
        }
    }

    /// Writes what has been counted since the last tick.
    pub(crate) async fn stop(&self) {
        let flusher = lock(&self.flusher).take();
        if let Some(flusher) = flusher {
            self.stop.notify_one();
            if let Err(error) = flusher.await {
                tracing::error!(%error, "the usage timer had stopped");
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
