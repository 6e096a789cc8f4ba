//! Answers to recent queries. Reading all documents for each of a session's messages would be a waste.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::storage::Document;

const LIFETIME: Duration = Duration::from_secs(60);
const MAX_ENTRIES: usize = 1_000;

struct Entry {
    stored: Instant,
    documents: Vec<Document>,
}

#[derive(Default)]
pub(super) struct Cache {
    entries: Mutex<HashMap<BTreeSet<String>, Entry>>,
}

impl Cache {
    pub(super) fn get(&self, query: &BTreeSet<String>) -> Option<Vec<Document>> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.get(query)?;
        (entry.stored.elapsed() < LIFETIME).then(|| entry.documents.clone())
    }

    pub(super) fn put(&self, query: BTreeSet<String>, documents: Vec<Document>) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= MAX_ENTRIES {
            entries.retain(|_, entry| entry.stored.elapsed() < LIFETIME);
        }
        if entries.len() < MAX_ENTRIES {
            entries.insert(query, Entry { stored: Instant::now(), documents });
        }
    }

    pub(super) fn clear(&self) {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_until_the_cache_is_cleared() {
        let cache = Cache::default();
        let query = BTreeSet::from(["refund".to_owned()]);
        let documents = vec![Document { id: "d1".into(), content: String::new(), tenant_mark: "acme".into() }];
        cache.put(query.clone(), documents.clone());
        assert_eq!(cache.get(&query), Some(documents));
        cache.clear();
        assert_eq!(cache.get(&query), None);
    }
}
