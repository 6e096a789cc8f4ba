//! The audit trail: what was done for which message.
//!
//! Events inside a turn are many and go through a batcher; the end of a turn is written by itself, after the answer.

mod batcher;
mod completed;

pub(crate) use batcher::Audit;
pub(crate) use completed::turn_completed;
