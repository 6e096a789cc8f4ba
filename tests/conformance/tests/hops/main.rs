//! The promises of `ctx::hops`, each for every hop: `promise x hop` is one test, or has a written reason why not.

// Its macros are used by name in the modules below it.
#[macro_use]
mod executor;
mod job;
mod matrix;
mod promises;
mod submitted;
mod table;
mod worker;
