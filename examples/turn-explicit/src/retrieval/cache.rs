//! Answers to recent queries. Reading all documents for each of a session's messages would be a waste.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ctx::{PerTenant, with_ctx};

use crate::context::TenantId;
use crate::storage::Document;

const LIFETIME: Duration = Duration::from_secs(60);
const MAX_ENTRIES_PER_TENANT: usize = 1_000;

struct Entry {
    stored: Instant,
    documents: Vec<Document>,
}

type Entries = HashMap<BTreeSet<String>, Entry>;

/// What a tenant has asked is found by that tenant only.
#[derive(Default)]
pub(super) struct Cache {
    of_tenants: PerTenant<TenantId, Mutex<Entries>>,
}

impl Cache {
    #[with_ctx]
    pub(super) fn get(&self, query: &BTreeSet<String>) -> Option<Vec<Document>> {
        let entries = self.of_tenants.get(ctx)?;
        let entries = entries.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.get(query)?;
        (entry.stored.elapsed() < LIFETIME).then(|| entry.documents.clone())
    }

    #[with_ctx]
    pub(super) fn put(&self, query: BTreeSet<String>, documents: Vec<Document>) {
        let entries = self.of_tenants.get_or_init(ctx, |_| Mutex::default());
        let mut entries = entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= MAX_ENTRIES_PER_TENANT {
            entries.retain(|_, entry| entry.stored.elapsed() < LIFETIME);
        }
        if entries.len() < MAX_ENTRIES_PER_TENANT {
            entries.insert(query, Entry { stored: Instant::now(), documents });
        }
    }

    #[with_ctx]
    pub(super) fn clear(&self) {
        self.of_tenants.remove(ctx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_tests::turn;

    #[test]
    fn an_entry_is_found_by_its_tenant_until_the_tenants_entries_are_cleared() {
        let (acme, globex) = (turn("acme"), turn("globex"));
        let cache = Cache::default();
        let query = BTreeSet::from(["refund".to_owned()]);
        let documents = vec![Document { id: "d1".into(), content: String::new(), tenant_mark: "acme".into() }];
        cache.put(&acme, query.clone(), documents.clone());
        assert_eq!(cache.get(&globex, &query), None);
        cache.clear(&globex);
        assert_eq!(cache.get(&acme, &query), Some(documents));
        cache.clear(&acme);
        assert_eq!(cache.get(&acme, &query), None);
    }
}
