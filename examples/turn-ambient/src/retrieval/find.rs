//! From a message to documents: the cache, else a scoring job on the workers.

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
    pub(crate) async fn find(
        &self,
        storage: &Storage,
        workers: &Workers,
        message_id: &str,
        message: &str,
    ) -> anyhow::Result<Vec<Document>> {
        let query = terms(message);
        if let Some(documents) = self.cache.get(&query) {
            tracing::info!(message_id, documents = documents.len(), "documents found in the cache");
            return Ok(documents);
        }
        let documents = storage.documents().await?;
        let id = message_id.to_owned();
        let job_query = query.clone();
        let scored = workers.run(move || {
            let found = best(&job_query, documents);
            tracing::info!(message_id = id, documents = found.len(), "documents scored");
            found
        });
        match scored.await {
            Ok(found) => {
                self.cache.put(query, found.clone());
                Ok(found)
            }
            Err(error) => {
                tracing::warn!(message_id, error = format!("{error:#}"), "no documents for this turn");
                Ok(Vec::new())
            }
        }
    }

    /// Called when a document has changed.
    pub(crate) fn forget(&self) {
        self.cache.clear();
    }
}
