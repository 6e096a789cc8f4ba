//! Whether everything that came back or was stored belongs to the tenant of its message.

mod answers;
mod log_lines;
mod refusals;
mod rows;
mod tally;

pub(crate) use answers::answers;
pub(crate) use log_lines::log_lines;
pub(crate) use refusals::refusals;
pub(crate) use rows::{read_rows, rows, rows_over_http};
pub(crate) use tally::{Kind, Tally};
