//! What may go in and what may come out.

mod blocked_words;
mod check;
mod personal_data;

pub(crate) use check::{Blocked, check_input, check_output};
