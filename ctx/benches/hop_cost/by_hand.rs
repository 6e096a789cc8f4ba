//! What is shared where there is no ctx.

use std::sync::Arc;

use crate::tenant::TenantId;

/// What is shared by hand where there is no ctx.
pub(crate) struct Shared {
    pub(crate) tenant: TenantId,
}

impl Shared {
    pub(crate) fn acme() -> Arc<Self> {
        Arc::new(Self { tenant: TenantId::acme() })
    }
}
