//! An application as the cases see it: its tenant, its pin, its log fields, and the names of its contexts.

use std::fmt;

/// A tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TenantId(pub &'static str);

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl ctx::Tenant for TenantId {}

/// The version of an agent, pinned for a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPin(pub u32);

impl ctx::Pin for AgentPin {}

/// The log fields of a turn.
#[derive(Clone, ctx::LogFields)]
pub struct TurnFields {
    /// Of the request that began the turn.
    pub request_id: u64,
}

/// The context of a turn.
pub type Ctx = ctx::Ctx<TenantId, AgentPin, TurnFields>;

/// The context of platform work.
pub type PlatformCtx = ctx::Ctx<ctx::NoTenant>;

/// The owner of a turn.
pub type Turn = ctx::Turn<TenantId, AgentPin, TurnFields>;

/// A derived context.
pub type Scoped<'p> = ctx::Scoped<'p, TenantId, AgentPin, TurnFields>;

/// A message with its context.
pub type Stamped<V> = ctx::Stamped<V, TenantId, AgentPin, TurnFields>;

/// What nearly every function of an application does.
pub async fn load(ctx: &Ctx, id: u64) -> String {
    format!("row {id} of {}", ctx.tenant())
}

/// The same where it may block.
pub fn load_now(ctx: &Ctx, id: u64) -> String {
    format!("row {id} of {}", ctx.tenant())
}
