//! What was logged.

use std::fmt;
use std::time::SystemTime;

use tracing::Level;

/// One event, with the fields of its spans and its own, each name once.
#[derive(Clone, Debug)]
pub struct Record {
    pub(crate) time: SystemTime,
    pub(crate) level: Level,
    pub(crate) target: String,
    pub(crate) message: String,
    pub(crate) fields: Fields,
}

impl Record {
    /// When it was logged.
    #[must_use]
    pub fn time(&self) -> SystemTime {
        self.time
    }

    /// Its level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Its target, by default the module that logged it.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Its message, empty if it has none.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The value of a field, of the event or of the innermost span that has it.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.fields.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All fields, those of the outermost span first.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.fields.0.iter().map(|(name, value)| (*name, value))
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Text, or what `Display` or `Debug` wrote.
    Text(String),
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Signed(number) => number.fmt(f),
            Self::Unsigned(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
            Self::Bool(value) => value.fmt(f),
        }
    }
}

/// Fields in order, each name once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    /// Sets a field; a value that was set before is replaced where it stands.
    pub(super) fn set(&mut self, name: &'static str, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Sets all of `fields`. Below a turn, what has the name of one of the turn's own fields gets another: no code can make a
    /// line look like another tenant's.
    pub(super) fn set_all(&mut self, fields: Self, below_a_turn: bool) {
        for (name, value) in fields.0 {
            let name = match name {
                "kind" if below_a_turn => "kind_",
                "tenant" if below_a_turn => "tenant_",
                "pin" if below_a_turn => "pin_",
                _ => name,
            };
            self.set(name, value);
        }
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.0.iter().position(|(known, _)| *known == name)?;
        Some(self.0.remove(at).1)
    }
}
