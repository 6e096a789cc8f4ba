//! A queue that is emptied in batches, each of one tenant.

mod builder;
mod collector;
mod queue;

pub use builder::BatcherBuilder;
pub use queue::{Batcher, NotQueued};
