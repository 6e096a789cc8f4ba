//! A turn: one message of a user, from the guardrails to the stored answer.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tracing::info;

use crate::app::App;
use crate::context::{self, TenantId};
use crate::guardrails::{self, Blocked};
use crate::llm;
use crate::storage::MessageRow;
use crate::tools::{self, ToolResult};

#[derive(Debug, Deserialize)]
pub(crate) struct TurnRequest {
    pub(crate) session: String,
    pub(crate) message_id: String,
    pub(crate) message: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct TurnAnswer {
    pub(crate) message_id: String,
    pub(crate) tenant: TenantId,
    pub(crate) request_id: String,
    pub(crate) agent_version: String,
    pub(crate) answer: String,
    pub(crate) documents: Vec<DocumentReference>,
    pub(crate) tools: Vec<ToolResult>,
}

#[derive(Debug, Serialize)]
pub(crate) struct DocumentReference {
    pub(crate) id: String,
    pub(crate) tenant_mark: String,
}

/// Runs the turn. `Err(Blocked)` inside `Ok` is the guardrails' refusal, which is no failure of the service.
pub(crate) async fn run(app: &Arc<App>, request: &TurnRequest) -> anyhow::Result<Result<TurnAnswer, Blocked>> {
    let TurnRequest { session, message_id, message } = request;
    info!(message_id, "turn started");
    app.usage.count(message_id, "turns", 1);

    let message = match guardrails::check_input(message_id, message).await? {
        Ok(message) => message,
        Err(blocked) => {
            app.audit.event(message_id, "input.blocked", blocked.word.to_owned());
            return Ok(Err(blocked));
        }
    };
    app.audit.event(message_id, "input.accepted", format!("{} bytes", message.len()));

    let documents = app.retrieval.find(&app.storage, &app.workers, message_id, &message).await?;
    let tools = tools::run_all(app, message_id, tools::plan(&message)).await;
    let answer = app.llm.complete(message_id, llm::prompt(&message, &documents, &tools)).await?;
    let answer = guardrails::check_output(message_id, &answer);
    app.audit.event(message_id, "answer.checked", format!("{} bytes", answer.len()));
    app.usage.count(message_id, "words", i64::try_from(answer.split_whitespace().count())?);

    let row = MessageRow {
        message_id: message_id.clone(),
        session: session.clone(),
        request_id: context::log_fields().request_id,
        agent_version: context::pin().agent_version,
        message,
        answer,
    };
    app.storage.insert_message(&row).await?;
    info!(message_id, "turn finished");

    Ok(Ok(TurnAnswer {
        message_id: row.message_id,
        tenant: context::tenant(),
        request_id: row.request_id,
        agent_version: row.agent_version,
        answer: row.answer,
        documents: documents
            .into_iter()
            .map(|document| DocumentReference { id: document.id, tenant_mark: document.tenant_mark })
            .collect(),
        tools,
    }))
}
