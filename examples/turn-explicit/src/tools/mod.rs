//! What an agent can do besides answering.

mod calculator;
mod plan;
mod run;

pub(crate) use plan::plan;
pub(crate) use run::{ToolResult, run_all};
