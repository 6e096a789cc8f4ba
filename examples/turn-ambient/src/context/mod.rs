//! The context of a request: who asks, what is pinned, what every log line says.

mod ambient;
mod captured;
mod tenant;

pub(crate) use ambient::{clear_thread, log_fields, pin, spawn, tenant, with_session};
pub(crate) use captured::{AgentPin, Captured, LogFields};
pub(crate) use tenant::TenantId;
