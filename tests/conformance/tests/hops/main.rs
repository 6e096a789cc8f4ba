//! The promises of `ctx::hops`, each for every hop: `promise x hop` is one test, or has a written reason why not.

// Its macros are used by name in the modules below it.
#[macro_use]
mod executor;
mod job;
mod library;
mod local_pool;
mod matrix;
mod polled;
mod pools;
mod promises;
mod submitted;
mod table;
mod worker;

/// A promise is kept by a hop.
fn keeps(promise: fn(table::Executor), executor: table::Executor) {
    promise(executor);
}
