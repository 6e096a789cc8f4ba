//! Which database a query goes to.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use tokio::sync::Mutex;

use crate::context::TenantId;

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, content TEXT NOT NULL, tenant_mark TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS messages (
        id INTEGER PRIMARY KEY, message_id TEXT NOT NULL, session TEXT NOT NULL, request_id TEXT NOT NULL,
        agent_version TEXT NOT NULL, message TEXT NOT NULL, answer TEXT NOT NULL, at_ms INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS audit (
        id INTEGER PRIMARY KEY, message_id TEXT NOT NULL, request_id TEXT NOT NULL, kind TEXT NOT NULL,
        detail TEXT NOT NULL, at_ms INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS usage (
        id INTEGER PRIMARY KEY, message_id TEXT NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL,
        at_ms INTEGER NOT NULL);
";

const CONNECTIONS_PER_TENANT: u32 = 4;
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The databases of all tenants, each opened when it is first needed.
pub(crate) struct Storage {
    data_dir: PathBuf,
    open: Mutex<HashMap<TenantId, SqlitePool>>,
}

impl Storage {
    pub(crate) fn new(data_dir: PathBuf) -> anyhow::Result<Self> {
        fs::create_dir_all(&data_dir).with_context(|| format!("failed to create `{}`", data_dir.display()))?;
        Ok(Self { data_dir, open: Mutex::new(HashMap::new()) })
    }

    /// The database of the context's tenant. There is no other way to one.
    pub(super) async fn database(&self, ctx: &impl ctx::Context<Tenant = TenantId>) -> anyhow::Result<SqlitePool> {
        let tenant = ctx.as_ctx().tenant();
        let mut open = self.open.lock().await;
        if let Some(database) = open.get(tenant) {
            return Ok(database.clone());
        }
        let database =
            self.create(tenant).await.with_context(|| format!("failed to open the database of `{tenant}`"))?;
        open.insert(tenant.clone(), database.clone());
        Ok(database)
    }

    async fn create(&self, tenant: &TenantId) -> anyhow::Result<SqlitePool> {
        let options = SqliteConnectOptions::new()
            .filename(self.data_dir.join(format!("{tenant}.db")))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let database = SqlitePoolOptions::new().max_connections(CONNECTIONS_PER_TENANT).connect_with(options).await?;
        sqlx::raw_sql(SCHEMA).execute(&database).await?;
        Ok(database)
    }

    pub(crate) async fn close(&self) {
        for (_, database) in self.open.lock().await.drain() {
            database.close().await;
        }
    }
}

pub(super) fn now_ms() -> i64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use crate::for_tests::{Databases, turn};
    use crate::storage::Document;

    #[tokio::test]
    async fn what_a_tenant_stores_is_in_its_own_file() {
        let databases = Databases::new();
        let (acme, globex) = (turn("acme"), turn("globex"));
        let document = |mark: &str| Document { id: "d1".into(), content: "hours".into(), tenant_mark: mark.into() };
        for (turn, mark) in [(&acme, "acme"), (&globex, "globex")] {
            databases.storage.put_document(turn, &document(mark)).await.expect("stored");
        }
        assert_eq!(databases.storage.documents(&acme).await.expect("read"), [document("acme")]);
        assert_eq!(databases.storage.documents(&globex).await.expect("read"), [document("globex")]);
        assert_eq!(databases.files(), ["acme.db", "globex.db"]);
    }
}
