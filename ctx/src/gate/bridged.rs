//! What the bridge asks of a gate: old places for its contexts, and roots that are never refused.

use std::panic::Location;
use std::sync::Arc;

use super::Gate;
use crate::context::{Ctx, Slots};
use crate::installing::Ambient;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::{Above, Root};
use crate::tenant::TenantSlot;

impl Gate {
    /// Registers a place where old code looks for its context. From now on each hop of a turn that this gate admits puts the turn's
    /// context there at every poll and call, and what was there back afterwards. See [`bridge`](crate::bridge).
    ///
    /// Turns that were admitted before do not know of it: register in `main`, next to [`Gate::new`].
    pub fn bridge(&self, ambient: impl Ambient) -> &Self {
        self.state.ambients.add(ambient);
        self
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
    }

    /// A root for code that cannot be told that it comes too late. A gate that drains waits for it.
    pub(crate) fn begin<T: TenantSlot, P: Pin, L: LogFields>(
        &self,
        slots: Slots<T, P, L>,
        kind: &'static str,
        site: &'static Location<'static>,
    ) -> Ctx<T, P, L> {
        slots.root(Root::new(kind, site, Arc::clone(&self.state), Above::Gate)).registered_inside()
    }
}
