//! A multi-tenant agent-turn service whose request context is an argument.
//!
//! The same service as `turn-ambient`, module by module. Tenant, pin (agent version) and log fields of a request are in a
//! `Ctx`, which every function that needs one takes; nothing reads them from a thread or a task. `README.md` has what
//! stands in the place of each of the other's mistakes, and what the compiler says to who makes it here.

mod api;
mod app;
mod audit;
mod context;
#[cfg(test)]
mod for_tests;
mod guardrails;
mod llm;
mod logging;
mod platform;
mod retrieval;
mod serve;
mod settings;
mod storage;
mod tools;
mod turn;
mod usage;
mod workers;

pub use serve::serve;
pub use settings::Settings;

use context::{AgentPin, TenantId, TurnFields};

/// The context of a turn. `#[with_ctx]` adds it to a function as `ctx`.
pub(crate) type Ctx = ctx::Ctx<TenantId, AgentPin, TurnFields>;
/// The context of work that is for no tenant.
pub(crate) type PlatformCtx = ctx::Ctx<ctx::NoTenant>;
/// The context of what the platform does for one tenant on its own account: no agent is pinned, and there is no request.
pub(crate) type TenantCtx = ctx::Ctx<TenantId>;

/// The context of several turns of one tenant and one agent version: of no request.
pub(crate) type BatchCtx = ctx::Ctx<TenantId, AgentPin>;

/// The owner of a turn's context.
pub(crate) type Turn = ctx::Turn<TenantId, AgentPin, TurnFields>;
/// A message of a turn, for a worker with a queue.
pub(crate) type Stamped<V> = ctx::Stamped<V, TenantId, AgentPin, TurnFields>;
/// A queue of turns' values that are handled together, those of one tenant.
pub(crate) type Batcher<V> = ctx::Batcher<V, TenantId, AgentPin, TurnFields>;
