//! Usage counters: kept in memory for each tenant, written by a timer of the platform.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ctx::hops::Platform;
use ctx::{Gate, with_ctx};
use tokio::sync::Mutex as AsyncMutex;

use crate::context::TenantId;
use crate::storage::{Storage, UsageRow};

const FLUSH_PERIOD: Duration = Duration::from_millis(250);

/// By message and kind, e.g. `("acme-0042", "tokens")`.
type Counters = HashMap<(String, &'static str), i64>;

pub(crate) struct Usage {
    storage: Arc<Storage>,
    counters: Mutex<HashMap<TenantId, Counters>>,
    /// Held by a flush, so that the last one waits for a tick that is still writing.
    flushing: AsyncMutex<()>,
}

impl Usage {
    pub(crate) fn new(storage: Arc<Storage>) -> Self {
        Self { storage, counters: Mutex::default(), flushing: AsyncMutex::default() }
    }

    #[with_ctx]
    pub(crate) fn count(&self, message_id: &str, kind: &'static str, amount: i64) {
        let mut counters = self.lock();
        let of_tenant = counters.entry(ctx.tenant().clone()).or_default();
        *of_tenant.entry((message_id.to_owned(), kind)).or_default() += amount;
    }

    /// Starts the timer. Its ticks end when the gate is closed; `flush` writes what is counted after that.
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) fn flush_periodically(self: &Arc<Self>, gate: Gate) {
        let usage = self.clone();
        ctx.every(Platform("usage"), FLUSH_PERIOD, async move |ctx| usage.flush(ctx, &gate).await);
    }

    /// Writes what has been counted since the last call, for one tenant after the other.
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) async fn flush(&self, gate: &Gate) {
        let _flushing = self.flushing.lock().await;
        let counted = mem::take(&mut *self.lock());
        for (tenant, counters) in counted {
            if let Err(error) = self.write(ctx, gate, &tenant, &counters).await {
                let error = format!("{error:#}");
                ctx::error!(ctx, of = %tenant, error, "failed to write usage, trying again at the next tick");
                self.put_back(tenant, counters);
            }
        }
    }

    #[with_ctx(crate::PlatformCtx)]
    async fn write(&self, gate: &Gate, tenant: &TenantId, counters: &Counters) -> anyhow::Result<()> {
        let ctx = gate.for_tenant(ctx, tenant.clone(), (), ())?;
        let rows = counters.iter().map(|((message_id, kind), &amount)| UsageRow {
            message_id: message_id.clone(),
            kind: (*kind).to_owned(),
            amount,
        });
        let rows: Vec<UsageRow> = rows.collect();
        self.storage.insert_usage(&ctx, &rows).await?;
        ctx::info!(ctx, rows = rows.len(), "usage written");
        Ok(())
    }

    fn put_back(&self, tenant: TenantId, counters: Counters) {
        let mut current = self.lock();
        let current = current.entry(tenant).or_default();
        for (key, amount) in counters {
            *current.entry(key).or_default() += amount;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TenantId, Counters>> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_tests::{Databases, turn};

    #[tokio::test]
    async fn each_tenants_counts_are_written_to_its_own_database() {
        let databases = Databases::new();
        let usage = Usage::new(databases.storage.clone());
        let (acme, globex) = (turn("acme"), turn("globex"));
        usage.count(&acme, "acme-1", "words", 3);
        usage.count(&globex, "globex-1", "words", 5);
        usage.count(&acme, "acme-1", "words", 4);

        let service = ctx::testing::platform("service", ());
        usage.flush(&service, service.gate()).await;
        usage.flush(&service, service.gate()).await;

        for (turn, expected) in [(&acme, ("acme-1", 7)), (&globex, ("globex-1", 5))] {
            let rows = databases.storage.usage(turn).await.expect("read");
            let rows: Vec<_> = rows.iter().map(|row| (row.message_id.as_str(), row.amount)).collect();
            assert_eq!(rows, [expected]);
        }
        assert_eq!(databases.files(), ["acme.db", "globex.db"]);
    }

    #[tokio::test]
    async fn counts_that_cannot_be_written_are_kept() {
        let databases = Databases::new();
        let usage = Usage::new(databases.storage.clone());
        let acme = turn("acme");
        usage.count(&acme, "acme-1", "words", 3);
        let cancelled = ctx::testing::platform("service", ());
        cancelled.turn().cancel();
        usage.flush(&cancelled, cancelled.gate()).await;
        assert!(databases.files().is_empty());

        usage.count(&acme, "acme-1", "words", 4);
        let service = ctx::testing::platform("service", ());
        usage.flush(&service, service.gate()).await;
        assert_eq!(databases.storage.usage(&acme).await.expect("read")[0].amount, 7);
    }
}
