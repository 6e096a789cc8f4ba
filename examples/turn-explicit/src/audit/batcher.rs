//! Events of running turns, written in batches: one for each tenant.

use std::sync::Arc;
use std::time::Duration;

use ctx::with_ctx;

use crate::Batcher;
use crate::storage::{AuditRow, Storage};

const MAX_BATCH: usize = 64;
/// How long a batch may collect: one transaction for the events of some tens of turns.
const COLLECT_FOR: Duration = Duration::from_millis(20);

/// The way to the writer, which ends when this is dropped and everything queued is written.
pub(crate) struct Audit {
    /// An event keeps its turn alive until it is written.
    events: Batcher<AuditRow>,
}

impl Audit {
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) fn start(storage: Arc<Storage>) -> Self {
        let events = Batcher::builder("audit").max_size(MAX_BATCH).collect_for(COLLECT_FOR);
        Self { events: events.start(ctx, async move |ctx, rows| write(ctx, &rows, &storage).await) }
    }

    /// Queues an event of the current turn, which waits while the writer is behind.
    #[with_ctx]
    pub(crate) async fn event(&self, message_id: &str, kind: &str, detail: String) {
        let row = AuditRow {
            message_id: message_id.to_owned(),
            request_id: ctx.fields().request_id.clone(),
            kind: kind.to_owned(),
            detail,
        };
        // Fails only when the runtime is gone, and with it who would handle the error.
        let _ = self.events.send(ctx, row).await;
    }
}

/// In a context of the tenant's, not of one of the turns: a batch has events of several.
#[with_ctx(crate::BatchCtx)]
async fn write(rows: &[AuditRow], storage: &Storage) {
    match storage.insert_audit(ctx, &rows.iter().collect::<Vec<_>>()).await {
        Ok(()) => ctx::info!(ctx, rows = rows.len(), "audit events written"),
        Err(error) => ctx::error!(ctx, rows = rows.len(), error = format!("{error:#}"), "failed to write audit events"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_tests::{Databases, turn};

    #[tokio::test]
    async fn events_of_two_tenants_in_one_batch_are_written_to_their_own_databases() {
        let databases = Databases::new();
        let (acme, globex) = (turn("acme"), turn("globex"));
        let service = ctx::testing::platform("service", ());
        let audit = Audit::start(&service, databases.storage.clone());
        audit.event(&acme, "acme-1", "input.accepted", String::new()).await;
        audit.event(&globex, "globex-1", "input.accepted", String::new()).await;
        audit.event(&acme, "acme-1", "answer.checked", String::new()).await;
        audit.events.flush().await;

        let kinds = async |turn| {
            let rows = databases.storage.audit(turn).await.expect("read");
            rows.into_iter().map(|row| format!("{} {}", row.message_id, row.kind)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(&acme).await, ["acme-1 input.accepted", "acme-1 answer.checked"]);
        assert_eq!(kinds(&globex).await, ["globex-1 input.accepted"]);
        assert_eq!(databases.files(), ["acme.db", "globex.db"]);
        acme.assert_nothing_running();
    }
}
