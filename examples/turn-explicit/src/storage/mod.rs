//! Rows: one SQLite database per tenant.

mod content;
mod databases;
mod messages;
mod records;

pub(crate) use content::Document;
pub(crate) use databases::Storage;
pub(crate) use messages::MessageRow;
pub(crate) use records::{AuditRow, UsageRow};
