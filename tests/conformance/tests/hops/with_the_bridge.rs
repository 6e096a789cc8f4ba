//! The same promises as code sees them that takes no context: the bridge fills a thread-local and a task-local.
#![expect(dead_code, reason = "the matrix is made in the other root of these files")]

// Its macros are used by name in the modules below it.
#[macro_use]
mod executor;
mod job;
mod library;
mod local_pool;
mod polled;
mod pools;
mod promises;
mod submitted;
mod table;
mod worker;

/// A promise is kept by a hop, where the gate knows old places.
fn keeps(promise: fn(table::Executor), executor: table::Executor) {
    support::old::with_the_bridge(|| promise(executor));
}
