//! The last row of a turn, written while the answer is on its way.

use std::sync::Arc;

use tracing::{error, info};

use crate::app::App;
use crate::context;
use crate::storage::AuditRow;
use crate::turn::TurnAnswer;

pub(crate) fn turn_completed(app: &Arc<App>, answer: &TurnAnswer) {
    let storage = app.storage.clone();
    let message_id = answer.message_id.clone();
    let detail = format!("{} documents, {} tools", answer.documents.len(), answer.tools.len());
    tokio::spawn(async move {
        let row = AuditRow {
            message_id,
            request_id: context::log_fields().request_id,
            kind: "turn.completed".to_owned(),
            detail,
        };
        let message_id = row.message_id.clone();
        match storage.insert_audit(&[row]).await {
            Ok(()) => info!(message_id, "audit row written"),
            Err(error) => error!(message_id, error = format!("{error:#}"), "failed to write the audit row"),
        }
    });
}
