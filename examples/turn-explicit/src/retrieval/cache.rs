//! Answers to recent queries. Reading all documents for each of a session's messages would be a waste.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ctx::with_ctx;

use crate::context::TenantId;
use crate::storage::Document;

const LIFETIME: Duration = Duration::from_secs(60);
const MAX_ENTRIES_PER_TENANT: usize = 1_000;

struct Entry {
    stored: Instant,
    documents: Vec<Document>,
}

/// What a tenant has asked is found by that tenant only.
#[derive(Default)]
pub(super) struct Cache {
    of_tenants: Mutex<HashMap<TenantId, HashMap<BTreeSet<String>, Entry>>>,
}

impl Cache {
    #[with_ctx]
    pub(super) fn get(&self, query: &BTreeSet<String>) -> Option<Vec<Document>> {
        let of_tenants = self.lock();
        let entry = of_tenants.get(ctx.tenant())?.get(query)?;
        (entry.stored.elapsed() < LIFETIME).then(|| entry.documents.clone())
    }

    #[with_ctx]
    pub(super) fn put(&self, query: BTreeSet<String>, documents: Vec<Document>) {
        let mut of_tenants = self.lock();
        let entries = of_tenants.entry(ctx.tenant().clone()).or_default();
        if entries.len() >= MAX_ENTRIES_PER_TENANT {
            entries.retain(|_, entry| entry.stored.elapsed() < LIFETIME);
        }
        if entries.len() < MAX_ENTRIES_PER_TENANT {
            entries.insert(query, Entry { stored: Instant::now(), documents });
        }
    }

    #[with_ctx]
    pub(super) fn clear(&self) {
        self.lock().remove(ctx.tenant());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TenantId, HashMap<BTreeSet<String>, Entry>>> {
        self.of_tenants.lock().unwrap_or_else(PoisonError::into_inner)
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
