//! What the core of the crate does, as its users see it. The promises of the hops have tests of their own (`tests/conformance`).

mod auto_traits;
mod batcher;
mod batches;
mod cancellation;
mod captured;
mod carried_streams;
#[cfg(feature = "cron")]
mod cron;
mod deadlines;
mod debug_output;
mod derived_contexts;
mod drain;
mod drain_report;
mod error_predicates;
mod escapes;
mod event_grammar;
mod event_values;
mod future_sizes;
mod gate_admission;
mod gate_races;
mod generic_functions;
mod identity;
mod live_turns;
mod missed_ticks;
mod never_begun;
mod per_tenant;
mod shared_messages;
mod single_flight;
mod span_filters;
mod streams;
mod timers;
