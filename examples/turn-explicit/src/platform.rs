//! What is for no tenant: the gate, and who is let in.

use anyhow::Context as _;
use ctx::Gate;

use crate::context::TenantId;

/// Held by the doors of the service and by what runs on its own account, never by code that handles a turn: whoever has the
/// gate can work for any tenant.
pub(crate) struct Platform {
    pub(crate) gate: Gate,
    pub(crate) tenants: Vec<TenantId>,
}

impl Platform {
    pub(crate) fn new(tenants: &[String]) -> anyhow::Result<Self> {
        let tenant =
            |name: &String| TenantId::parse(name).with_context(|| format!("`{name}` cannot be the name of a tenant"));
        Ok(Self { gate: the_gate(), tenants: tenants.iter().map(tenant).collect::<Result<_, _>>()? })
    }
}

#[expect(clippy::disallowed_methods, reason = "the one gate of the service: every turn is admitted by it")]
fn the_gate() -> Gate {
    Gate::new()
}
