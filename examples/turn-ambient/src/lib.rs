//! A multi-tenant agent-turn service with its request context in ambient storage.
//!
//! Tenant, pin (agent version and session) and log fields of a request live in task-locals while the request is handled, and
//! in a thread-local on the threads of the worker pool, so that no function has to take them as a parameter. `README.md` has
//! the routes and the list of places where this goes wrong.

mod api;
mod app;
mod audit;
mod context;
mod guardrails;
mod llm;
mod logging;
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
