//! The pool: its own source files, with other locks and threads. What `ctx::Pool` adds to them has no lock.

#[path = "../../../../ctx/src/hops/pool/queue.rs"]
#[expect(dead_code, reason = "what these tests do not ask for")]
mod queue;
#[path = "../../../../ctx/src/hops/pool/signal.rs"]
mod signal;
#[path = "../../../../ctx/src/hops/pool/slot.rs"]
#[expect(dead_code, reason = "what these tests do not ask for")]
mod slot;
#[path = "../../../../ctx/src/hops/pool/when_full.rs"]
#[expect(unreachable_pub, reason = "public in its own crate")]
mod when_full;

mod model;
mod schedules;
mod sync;
