//! What an old place may be shown of a context, whatever the types of its slots.

use std::any::Any;

use super::earlier::Earlier;

/// What an old place is shown of a context: see [`Ambient::value`](crate::bridge::Ambient::value).
///
/// It is asked by type, because one place serves contexts with different slots: of tenants, of the platform, derived ones.
#[derive(Clone, Copy)]
pub struct Shown<'c> {
    pub(crate) tenant: &'c dyn Any,
    pub(crate) tenant_label: Option<&'c dyn std::fmt::Display>,
    pub(crate) pin: &'c dyn Any,
    pub(crate) fields: &'c dyn Any,
    pub(crate) earlier: &'c Earlier,
}

impl<'c> Shown<'c> {
    /// The tenant; `None` for platform work, or when tenants of this context are of another type.
    #[must_use]
    pub fn tenant<T: crate::Tenant>(&self) -> Option<&'c T> {
        self.tenant.downcast_ref()
    }

    /// The label of the tenant, whatever its type; `None` for platform work.
    #[must_use]
    pub fn tenant_label(&self) -> Option<String> {
        self.tenant_label.map(ToString::to_string)
    }

    /// What is pinned; `None` when that is of another type.
    #[must_use]
    pub fn pin<P: crate::Pin>(&self) -> Option<&'c P> {
        self.pin.downcast_ref()
    }

    /// The log fields. A context that was derived with fields of another type still shows those it was derived from; `None` when
    /// it never had fields of this one.
    #[must_use]
    pub fn fields<L: crate::LogFields>(&self) -> Option<&'c L> {
        self.fields.downcast_ref().or_else(|| self.earlier.get())
    }
}

/// Says nothing of the tenant's.
impl std::fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shown(..)")
    }
}
