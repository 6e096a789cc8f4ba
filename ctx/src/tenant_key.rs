//! A key for a map or a cache that all tenants share.

use std::fmt;

use crate::context::Ctx;
use crate::tenant::Tenant;

impl<T, P, L> Ctx<T, P, L> {
    /// A key of this tenant's, for a map or a cache that all tenants share: equal only to keys of the same tenant. What else the
    /// value depends on, the pin say, belongs into `key`.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::collections::HashMap;
    /// # #[derive(Clone, PartialEq, Eq, Hash)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// use ctx::TenantKey;
    ///
    /// // Any map will do, and any cache: what it is asked for has to be a key of somebody's.
    /// let mut answers: HashMap<TenantKey<&str, TenantId>, &str> = HashMap::new();
    ///
    /// let gate = ctx::Gate::new();
    /// let (acme, globex) = (gate.admit(TenantId("acme"), (), ())?, gate.admit(TenantId("globex"), (), ())?);
    /// answers.insert(acme.key("refund"), "30 days");
    /// assert_eq!(answers.get(&acme.key("refund")), Some(&"30 days"));
    /// assert_eq!(answers.get(&globex.key("refund")), None);
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[must_use]
    // The bound is here, so that the error for a platform context says what to do.
    pub fn key<K>(&self, key: K) -> TenantKey<K, T>
    where
        T: Tenant,
    {
        TenantKey { tenant: self.tenant().clone(), key }
    }
}

/// A key that is a tenant's. Made by [`Ctx::key`], and in no other way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TenantKey<K, T> {
    tenant: T,
    key: K,
}

impl<K, T> TenantKey<K, T> {
    /// What it was made of, without the tenant.
    #[must_use]
    pub fn key(&self) -> &K {
        &self.key
    }

    /// Whose it is.
    #[must_use]
    pub fn tenant(&self) -> &T {
        &self.tenant
    }
}

/// Shows neither the key nor the tenant.
impl<K, T> fmt::Debug for TenantKey<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TenantKey(..)")
    }
}
