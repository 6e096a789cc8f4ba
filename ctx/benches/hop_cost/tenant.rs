//! The value that every case carries. Also that of `tests/peers`.

use std::fmt;
use std::sync::Arc;

/// A tenant as services have it: a name that is cheap to clone.
#[derive(Clone)]
pub(crate) struct TenantId(Arc<str>);

impl TenantId {
    pub(crate) fn acme() -> Self {
        Self("acme".into())
    }

    /// The work of every case.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ctx::Tenant for TenantId {}

/// A turn, and the gate that admitted it.
pub(crate) fn turn() -> ctx::Turn<TenantId> {
    match ctx::Gate::new().admit(TenantId::acme(), (), ()) {
        Ok(turn) => turn,
        Err(error) => panic!("a new gate refused a turn: {error}"),
    }
}
