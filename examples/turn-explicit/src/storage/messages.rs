//! The turns that were answered.

use ctx::with_ctx;
use serde::Serialize;

use super::Storage;
use super::databases::now_ms;

#[derive(Debug, Serialize)]
pub(crate) struct MessageRow {
    pub(crate) message_id: String,
    pub(crate) session: String,
    pub(crate) request_id: String,
    pub(crate) agent_version: String,
    pub(crate) message: String,
    pub(crate) answer: String,
}

impl Storage {
    #[with_ctx]
    pub(crate) async fn insert_message(&self, row: &MessageRow) -> anyhow::Result<()> {
        let insert = "INSERT INTO messages (message_id, session, request_id, agent_version, message, answer, at_ms)
                      VALUES (?, ?, ?, ?, ?, ?, ?)";
        sqlx::query(insert)
            .bind(&row.message_id)
            .bind(&row.session)
            .bind(&row.request_id)
            .bind(&row.agent_version)
            .bind(&row.message)
            .bind(&row.answer)
            .bind(now_ms())
            .execute(&self.database(ctx).await?)
            .await?;
        Ok(())
    }

    #[with_ctx]
    pub(crate) async fn messages(&self) -> anyhow::Result<Vec<MessageRow>> {
        let select = "SELECT message_id, session, request_id, agent_version, message, answer FROM messages ORDER BY id";
        let rows: Vec<(String, String, String, String, String, String)> =
            sqlx::query_as(select).fetch_all(&self.database(ctx).await?).await?;
        let rows = rows.into_iter().map(|(message_id, session, request_id, agent_version, message, answer)| {
            MessageRow { message_id, session, request_id, agent_version, message, answer }
        });
        Ok(rows.collect())
    }
}
