//! The three slots of a context: who asks, what is pinned, what every log line says.

mod fields;
mod pin;
mod tenant;

pub(crate) use fields::TurnFields;
pub(crate) use pin::AgentPin;
pub(crate) use tenant::TenantId;
