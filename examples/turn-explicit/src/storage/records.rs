//! What happened to which message, and what is billed for it.

use ctx::with_ctx;
use serde::Serialize;

use super::Storage;
use super::databases::now_ms;
use crate::context::TenantId;

#[derive(Debug, Serialize)]
pub(crate) struct AuditRow {
    pub(crate) message_id: String,
    pub(crate) request_id: String,
    pub(crate) kind: String,
    pub(crate) detail: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct UsageRow {
    pub(crate) message_id: String,
    pub(crate) kind: String,
    pub(crate) amount: i64,
}

impl Storage {
    /// Inserts all rows or none. Rows come from a turn, or for a tenant from the platform.
    pub(crate) async fn insert_audit<C>(&self, ctx: &C, rows: &[&AuditRow]) -> anyhow::Result<()>
    where
        C: ctx::Context<Tenant = TenantId>,
    {
        let mut transaction = self.database(ctx).await?.begin().await?;
        for row in rows {
            sqlx::query("INSERT INTO audit (message_id, request_id, kind, detail, at_ms) VALUES (?, ?, ?, ?, ?)")
                .bind(&row.message_id)
                .bind(&row.request_id)
                .bind(&row.kind)
                .bind(&row.detail)
                .bind(now_ms())
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    #[with_ctx]
    pub(crate) async fn audit(&self) -> anyhow::Result<Vec<AuditRow>> {
        let select = "SELECT message_id, request_id, kind, detail FROM audit ORDER BY id";
        let rows: Vec<(String, String, String, String)> =
            sqlx::query_as(select).fetch_all(&self.database(ctx).await?).await?;
        let rows = rows.into_iter();
        Ok(rows
            .map(|(message_id, request_id, kind, detail)| AuditRow { message_id, request_id, kind, detail })
            .collect())
    }

    /// Inserts all rows or none.
    #[with_ctx(crate::TenantCtx)]
    pub(crate) async fn insert_usage(&self, rows: &[UsageRow]) -> anyhow::Result<()> {
        let mut transaction = self.database(ctx).await?.begin().await?;
        for row in rows {
            sqlx::query("INSERT INTO usage (message_id, kind, amount, at_ms) VALUES (?, ?, ?, ?)")
                .bind(&row.message_id)
                .bind(&row.kind)
                .bind(row.amount)
                .bind(now_ms())
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    #[with_ctx]
    pub(crate) async fn usage(&self) -> anyhow::Result<Vec<UsageRow>> {
        let select = "SELECT message_id, kind, amount FROM usage ORDER BY id";
        let rows: Vec<(String, String, i64)> = sqlx::query_as(select).fetch_all(&self.database(ctx).await?).await?;
        Ok(rows.into_iter().map(|(message_id, kind, amount)| UsageRow { message_id, kind, amount }).collect())
    }
}
