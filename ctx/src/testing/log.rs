//! The captured log of a turn, and what a test asks of it.

use std::fmt;

use crate::logs::Record;

/// What was logged under a turn.
#[derive(Clone, Debug)]
pub struct Log(Vec<Record>);

impl Log {
    pub(super) fn new(records: Vec<Record>) -> Self {
        Self(records)
    }

    /// The records, in the order in which they were logged.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.0
    }

    /// Asserts that a message which contains `text` was logged.
    ///
    /// # Panics
    ///
    /// When there is none, with a list of the messages.
    #[track_caller]
    pub fn assert_logged(&self, text: &str) {
        assert!(self.0.iter().any(|r| r.message().contains(text)), "`{text}` was not logged; {}", self.listed());
    }

    /// Asserts that no message which contains `text` was logged.
    ///
    /// # Panics
    ///
    /// When there is one, with a list of the messages.
    #[track_caller]
    pub fn assert_not_logged(&self, text: &str) {
        assert!(!self.0.iter().any(|r| r.message().contains(text)), "`{text}` was logged; {}", self.listed());
    }

    /// Asserts that something was logged and that every record has field `name` with `value`.
    ///
    /// # Panics
    ///
    /// When nothing was logged, or with the first record that is different.
    #[track_caller]
    pub fn assert_every(&self, name: &str, value: impl fmt::Display) {
        assert!(!self.0.is_empty(), "nothing was logged");
        let expected = value.to_string();
        for record in &self.0 {
            let found = record.field(name).map(ToString::to_string);
            assert!(
                found.as_deref() == Some(&expected),
                "`{name}` is not `{expected}` but {found:?} in `{}`",
                record.message()
            );
        }
    }

    fn listed(&self) -> String {
        let messages: Vec<String> = self.0.iter().map(|r| format!("`{}`", r.message())).collect();
        if messages.is_empty() { "nothing was".to_owned() } else { format!("logged were {}", messages.join(", ")) }
    }
}
