//! Events of running turns, written in batches: one for each tenant.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ctx::{Gate, with_ctx};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time;

use crate::Stamped;
use crate::context::TenantId;
use crate::storage::{AuditRow, Storage};

const MAX_BATCH: usize = 64;
/// How long a batch may collect: one transaction for the events of some tens of turns.
const COLLECT_FOR: Duration = Duration::from_millis(20);

/// An event keeps its turn alive until it is written.
type Event = Stamped<AuditRow>;

/// The way to the writer, which ends when this is dropped and everything queued is written.
pub(crate) struct Audit {
    events: UnboundedSender<Event>,
}

impl Audit {
    #[with_ctx(crate::PlatformCtx)]
    pub(crate) fn start(gate: Gate, storage: Arc<Storage>) -> Self {
        let (events, queue) = unbounded_channel();
        ctx.task("audit writer").spawn(async move |ctx| write_batches(ctx, &gate, queue, &storage).await);
        Self { events }
    }

    /// Queues an event of the current turn.
    #[with_ctx]
    pub(crate) fn event(&self, message_id: &str, kind: &str, detail: String) {
        let row = AuditRow {
            message_id: message_id.to_owned(),
            request_id: ctx.fields().request_id.clone(),
            kind: kind.to_owned(),
            detail,
        };
        // Fails only when the writer has panicked, which has been reported then.
        let _ = self.events.send(ctx.stamp(row));
    }
}

#[with_ctx(crate::PlatformCtx)]
async fn write_batches(gate: &Gate, mut queue: UnboundedReceiver<Event>, storage: &Storage) {
    while let Some(first) = queue.recv().await {
        time::sleep(COLLECT_FOR).await;
        let mut collected = vec![first];
        while collected.len() < MAX_BATCH
            && let Ok(event) = queue.try_recv()
        {
            collected.push(event);
        }
        for (tenant, events) in by_tenant(collected) {
            if let Err(error) = write(ctx, gate, tenant.clone(), &events, storage).await {
                let error = format!("{error:#}");
                ctx::error!(ctx, of = %tenant, rows = events.len(), error, "failed to write audit events");
            }
        }
    }
}

fn by_tenant(events: Vec<Event>) -> HashMap<TenantId, Vec<Event>> {
    let mut by_tenant: HashMap<_, Vec<_>> = HashMap::new();
    for event in events {
        by_tenant.entry(event.tenant().clone()).or_default().push(event);
    }
    by_tenant
}

/// In a context of the tenant's, not of one of the turns: a batch has events of several.
#[with_ctx(crate::PlatformCtx)]
async fn write(gate: &Gate, tenant: TenantId, events: &[Event], storage: &Storage) -> anyhow::Result<()> {
    let ctx = gate.for_tenant(ctx, tenant, (), ())?;
    let rows: Vec<&AuditRow> = events.iter().map(Stamped::peek).collect();
    storage.insert_audit(&ctx, &rows).await?;
    ctx::info!(ctx, rows = rows.len(), "audit events written");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_tests::{Databases, turn};

    #[tokio::test]
    async fn events_of_two_tenants_in_one_batch_are_written_to_their_own_databases() {
        let databases = Databases::new();
        let (acme, globex) = (turn("acme"), turn("globex"));
        let (events, queue) = unbounded_channel();
        let audit = Audit { events };
        audit.event(&acme, "acme-1", "input.accepted", String::new());
        audit.event(&globex, "globex-1", "input.accepted", String::new());
        audit.event(&acme, "acme-1", "answer.checked", String::new());
        drop(audit);

        let service = ctx::testing::platform("service", ());
        write_batches(&service, service.gate(), queue, &databases.storage).await;

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
