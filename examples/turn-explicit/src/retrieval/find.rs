//! From a message to documents: the cache, else a scoring job on the workers.

use ctx::with_ctx;

use super::cache::Cache;
use super::score::{best, terms};
use crate::storage::{Document, Storage};
use crate::workers::Workers;

#[derive(Default)]
pub(crate) struct Retrieval {
    cache: Cache,
}

impl Retrieval {
    /// The tenant's documents for a message. A turn goes on without documents if they cannot be scored.
    #[with_ctx]
    pub(crate) async fn find(
        &self,
        storage: &Storage,
        workers: &Workers,
        message_id: &str,
        message: &str,
    ) -> anyhow::Result<Vec<Document>> {
        let query = terms(message);
        if let Some(documents) = self.cache.get(ctx, &query) {
            ctx::info!(ctx, message_id, documents = documents.len(), "documents found in the cache");
            return Ok(documents);
        }
        let documents = storage.documents(ctx).await?;
        let id = message_id.to_owned();
        let job_query = query.clone();
        let scored = workers.run(ctx, move |ctx| {
            let found = best(&job_query, documents);
            ctx::info!(ctx, message_id = id, documents = found.len(), "documents scored");
            found
        });
        match scored.await {
            Ok(found) => {
                self.cache.put(ctx, query, found.clone());
                Ok(found)
            }
            Err(error) => {
                ctx::warn!(ctx, message_id, error = format!("{error:#}"), "no documents for this turn");
                Ok(Vec::new())
            }
        }
    }

    /// Called when a document of the tenant's has changed.
    #[with_ctx]
    pub(crate) fn forget(&self) {
        self.cache.clear(ctx);
    }
}
