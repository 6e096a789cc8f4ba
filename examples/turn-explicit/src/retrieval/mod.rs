//! Which of the tenant's documents help with a message.

mod cache;
mod find;
mod score;

pub(crate) use find::Retrieval;
