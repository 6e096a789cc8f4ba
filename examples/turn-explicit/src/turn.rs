//! A turn: one message of a user, from the guardrails to the stored answer.

use std::sync::Arc;

use ctx::with_ctx;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::context::TenantId;
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
#[with_ctx]
pub(crate) async fn run(app: &Arc<App>, request: &TurnRequest) -> anyhow::Result<Result<TurnAnswer, Blocked>> {
    let TurnRequest { session, message_id, message } = request;
    ctx::info!(ctx, message_id, "turn started");
    app.usage.count(ctx, message_id, "turns", 1);

    let message = match guardrails::check_input(ctx, message_id, message).await? {
        Ok(message) => message,
        Err(blocked) => {
            app.audit.event(ctx, message_id, "input.blocked", blocked.word.to_owned()).await;
            return Ok(Err(blocked));
        }
    };
    app.audit.event(ctx, message_id, "input.accepted", format!("{} bytes", message.len())).await;

    let documents = app.retrieval.find(ctx, &app.storage, &app.workers, message_id, &message).await?;
    let tools = tools::run_all(ctx, app, message_id, tools::plan(&message)).await;
    let answer = app.llm.complete(ctx, message_id, llm::prompt(&message, &documents, &tools)).await?;
    let answer = guardrails::check_output(ctx, message_id, &answer);
    app.audit.event(ctx, message_id, "answer.checked", format!("{} bytes", answer.len())).await;
    app.usage.count(ctx, message_id, "words", i64::try_from(answer.split_whitespace().count())?);

    let row = MessageRow {
        message_id: message_id.clone(),
        session: session.clone(),
        request_id: ctx.fields().request_id.clone(),
        agent_version: ctx.pin().agent_version.clone(),
        message,
        answer,
    };
    app.storage.insert_message(ctx, &row).await?;
    ctx::info!(ctx, message_id, "turn finished");

    Ok(Ok(TurnAnswer {
        message_id: row.message_id,
        tenant: ctx.tenant().clone(),
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
