//! What a tenant's agent works with: documents to quote, orders to look up.

use ctx::with_ctx;

use super::Storage;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) id: String,
    pub(crate) content: String,
    /// Whose document this is, by the word of whoever wrote it.
    pub(crate) tenant_mark: String,
}

impl Storage {
    #[with_ctx]
    pub(crate) async fn put_document(&self, document: &Document) -> anyhow::Result<()> {
        let upsert = "INSERT INTO documents (id, content, tenant_mark) VALUES (?, ?, ?)
                      ON CONFLICT (id) DO UPDATE SET content = excluded.content, tenant_mark = excluded.tenant_mark";
        sqlx::query(upsert)
            .bind(&document.id)
            .bind(&document.content)
            .bind(&document.tenant_mark)
            .execute(&self.database(ctx).await?)
            .await?;
        Ok(())
    }

    #[with_ctx]
    pub(crate) async fn documents(&self) -> anyhow::Result<Vec<Document>> {
        let select = "SELECT id, content, tenant_mark FROM documents ORDER BY id";
        let rows: Vec<(String, String, String)> = sqlx::query_as(select).fetch_all(&self.database(ctx).await?).await?;
        Ok(rows.into_iter().map(|(id, content, tenant_mark)| Document { id, content, tenant_mark }).collect())
    }

    #[with_ctx]
    pub(crate) async fn put_order(&self, id: i64, status: &str) -> anyhow::Result<()> {
        let upsert =
            "INSERT INTO orders (id, status) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET status = excluded.status";
        sqlx::query(upsert).bind(id).bind(status).execute(&self.database(ctx).await?).await?;
        Ok(())
    }

    #[with_ctx]
    pub(crate) async fn order_status(&self, id: i64) -> anyhow::Result<Option<String>> {
        let select = sqlx::query_scalar("SELECT status FROM orders WHERE id = ?").bind(id);
        Ok(select.fetch_optional(&self.database(ctx).await?).await?)
    }
}
