//! The last row of a turn, written while the answer is on its way.

use std::sync::Arc;

use ctx::with_ctx;

use crate::app::App;
use crate::storage::AuditRow;
use crate::turn::TurnAnswer;

#[with_ctx]
pub(crate) fn turn_completed(app: &Arc<App>, answer: &TurnAnswer) {
    let storage = app.storage.clone();
    let message_id = answer.message_id.clone();
    let detail = format!("{} documents, {} tools", answer.documents.len(), answer.tools.len());
    // Neither cancelled when the client leaves nor late when the deadline has passed; a shutdown waits for it.
    ctx.detach("audit").spawn(async move |ctx| {
        let row = AuditRow {
            message_id,
            request_id: ctx.fields().request_id.clone(),
            kind: "turn.completed".to_owned(),
            detail,
        };
        let message_id = &row.message_id;
        match storage.insert_audit(ctx, &[&row]).await {
            Ok(()) => ctx::info!(ctx, message_id, "audit row written"),
            Err(error) => ctx::error!(ctx, message_id, error = format!("{error:#}"), "failed to write the audit row"),
        }
    });
}
