//! The slots of these tests, and turns that have them.

use std::fmt;

use ctx::Gate;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TenantId(pub(crate) &'static str);

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl ctx::Tenant for TenantId {}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Version(pub(crate) u32);

impl ctx::Pin for Version {
    fn label(&self) -> Option<&dyn fmt::Display> {
        Some(&self.0)
    }
}

#[derive(Clone, Debug, PartialEq, ctx::LogFields)]
pub(crate) struct Request {
    #[log(rename = "request_id")]
    pub(crate) id: String,
}

impl Request {
    pub(crate) fn new(id: &str) -> Self {
        Self { id: id.to_owned() }
    }
}

pub(crate) type Ctx = ctx::Ctx<TenantId, Version, Request>;
pub(crate) type Turn = ctx::Turn<TenantId, Version, Request>;

#[expect(clippy::disallowed_methods, reason = "tests are roots")]
pub(crate) fn gate() -> Gate {
    Gate::new()
}

#[track_caller]
pub(crate) fn admit(gate: &Gate, tenant: &'static str) -> Turn {
    gate.admit(TenantId(tenant), Version(4), Request::new("r1")).expect("the gate is open")
}
