//! `#[derive(LogFields)]`: names that are known to the compiler, and a span that has them.

mod check;
mod expand;
mod field_type;
mod model;
mod options;

pub(crate) use check::fields;
pub(crate) use expand::implementation;
