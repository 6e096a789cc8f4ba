//! The three slots of the tests' contexts, and turns that have them.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use ctx::Gate;

/// A tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TenantId(pub &'static str);

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl ctx::Tenant for TenantId {}

/// A pin: the version of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPin {
    /// Shown in log lines.
    pub version: u32,
}

impl ctx::Pin for AgentPin {
    fn label(&self) -> Option<&dyn fmt::Display> {
        Some(&self.version)
    }
}

/// The pin of every turn that [`admit`] gives.
pub const PIN_VERSION: u32 = 4;

/// Log fields: a request, and perhaps a step of it.
#[derive(Clone, Debug, PartialEq, Eq, ctx::LogFields)]
pub struct TurnFields {
    /// No other turn of the process has it.
    pub request_id: u64,
    /// Set by derived contexts.
    pub step: Option<&'static str>,
}

impl TurnFields {
    /// Fields of a new request.
    #[must_use]
    pub fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self { request_id: LAST.fetch_add(1, Ordering::Relaxed) + 1, step: None }
    }

    /// The same request, at a step.
    #[must_use]
    pub fn at(&self, step: &'static str) -> Self {
        Self { request_id: self.request_id, step: Some(step) }
    }
}

impl Default for TurnFields {
    fn default() -> Self {
        Self::new()
    }
}

/// The context of a tenant's turn.
pub type Ctx = ctx::Ctx<TenantId, AgentPin, TurnFields>;
/// The owner of one.
pub type Turn = ctx::Turn<TenantId, AgentPin, TurnFields>;
/// The context of platform work.
pub type PlatformCtx = ctx::Ctx<ctx::NoTenant>;

/// A gate. Every test has its own. See [`old`](crate::old) for one with old places.
#[must_use]
pub fn gate() -> Gate {
    let gate = Gate::new();
    crate::old::bridge(&gate);
    gate
}

/// A turn for `tenant`, with a request of its own.
///
/// # Panics
///
/// When the gate refuses it.
#[track_caller]
pub fn admit(gate: &Gate, tenant: &'static str) -> Turn {
    match gate.admit(TenantId(tenant), AgentPin { version: PIN_VERSION }, TurnFields::new()) {
        Ok(turn) => turn,
        Err(error) => panic!("{tenant}: {error}"),
    }
}

/// Platform work of `kind`.
///
/// # Panics
///
/// When the gate refuses it.
#[track_caller]
pub fn platform(gate: &Gate, kind: &'static str) -> ctx::Turn<ctx::NoTenant> {
    match gate.platform(kind, ()) {
        Ok(turn) => turn,
        Err(error) => panic!("{kind}: {error}"),
    }
}
