//! What a cron expression says, and what is wrong with one.

use std::fmt;

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};

/// The fields in their order, and what they may hold.
const FIELDS: [(&str, &str); 5] = [
    ("minute", "0 to 59"),
    ("hour", "0 to 23"),
    ("day of the month", "1 to 31, or `L` for the last"),
    ("month", "1 to 12, or `JAN` to `DEC`"),
    ("day of the week", "0 to 7, or `SUN` to `SAT`"),
];

pub(super) fn parse(expression: &str) -> Result<Cron, InvalidCron> {
    // The five fields that everybody knows: with six, what the first means differs from tool to tool.
    let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
    parser.parse(expression).map_err(|_| InvalidCron::new(expression, wrong(&parser, expression)))
}

/// The parser does not say where it stopped: the field is the one that is refused among stars.
fn wrong(parser: &CronParser, expression: &str) -> Wrong {
    let fields: Vec<&str> = expression.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        return if expression.trim_start().starts_with('@') { Wrong::Nickname } else { Wrong::Count(fields.len()) };
    }
    let refused = (0..FIELDS.len()).find(|&at| {
        let mut alone = ["*"; FIELDS.len()];
        alone[at] = fields[at];
        parser.parse(&alone.join(" ")).is_err()
    });
    refused.map_or(Wrong::Together, |at| Wrong::Field { at, text: fields[at].to_owned() })
}

/// Why a cron expression is refused: it shows the expression and the field that is wrong.
///
/// # Example
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
/// use ctx::hops::Platform;
///
/// let platform = ctx::Gate::new().platform("scheduler", ())?;
/// let invalid = platform.cron(Platform("nightly"), "0 25 * * *", async |_| ()).unwrap_err();
/// assert_eq!(invalid.expression(), "0 25 * * *");
/// assert_eq!(invalid.field(), Some(("hour", "25")));
/// assert_eq!(
///     invalid.to_string(),
///     "`0 25 * * *` is no cron expression: its hour cannot be `25` (it is 0 to 23, or `*`, `a-b`, `*/n`, `a,b`)"
/// );
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCron {
    expression: String,
    wrong: Wrong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Wrong {
    Count(usize),
    Nickname,
    Field { at: usize, text: String },
    Together,
    Never,
}

impl InvalidCron {
    fn new(expression: &str, wrong: Wrong) -> Self {
        Self { expression: expression.to_owned(), wrong }
    }

    pub(super) fn never(expression: &str) -> Self {
        Self::new(expression, Wrong::Never)
    }

    /// The expression as it was given.
    #[must_use]
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// The name of the field that is wrong, and what stands there. `None` when no single field is.
    #[must_use]
    pub fn field(&self) -> Option<(&'static str, &str)> {
        match &self.wrong {
            Wrong::Field { at, text } => Some((FIELDS[*at].0, text)),
            _ => None,
        }
    }

    /// It is an expression, of a time that never comes: 30 February.
    #[must_use]
    pub const fn is_never(&self) -> bool {
        matches!(self.wrong, Wrong::Never)
    }
}

impl fmt::Display for InvalidCron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expression = crate::escaped::Escaped(&self.expression);
        match &self.wrong {
            Wrong::Count(count) => write!(
                f,
                "`{expression}` is no cron expression: it has {count} fields, not 5 (minute, hour, day of the month, month, \
                 day of the week)"
            ),
            Wrong::Nickname => write!(
                f,
                "`{expression}` is no cron expression: a name is one of `@yearly`, `@monthly`, `@weekly`, `@daily`, `@hourly`"
            ),
            Wrong::Field { at, text } => {
                let ((name, may_be), text) = (FIELDS[*at], crate::escaped::Escaped(text));
                write!(
                    f,
                    "`{expression}` is no cron expression: its {name} cannot be `{text}` (it is {may_be}, or `*`, `a-b`, `*/n`, \
                     `a,b`)"
                )
            }
            Wrong::Together => write!(f, "`{expression}` is no cron expression: its fields do not go together"),
            Wrong::Never => write!(f, "the time of the cron expression `{expression}` never comes"),
        }
    }
}

impl std::error::Error for InvalidCron {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |expression| parse(expression).expect_err(expression);
        for (expression, field) in [
            ("61 * * * *", ("minute", "61")),
            ("0 3,24 * * *", ("hour", "3,24")),
            ("0 3 0 * *", ("day of the month", "0")),
            ("0 3 * FOO *", ("month", "FOO")),
            ("0 3 * * 9", ("day of the week", "9")),
            ("*/0 * * * *", ("minute", "*/0")),
        ] {
            assert_eq!(wrong(expression).field(), Some(field), "{expression}");
        }
        for (expression, count) in [("", "0"), ("0 3", "2"), ("0 0 3 * * *", "6"), ("0 0 3 * * * 2026", "7")] {
            assert!(wrong(expression).to_string().contains(&format!("it has {count} fields, not 5")), "{expression}");
        }
        assert!(wrong("@sometimes").to_string().contains("@hourly"));
    }

    #[test]
    fn an_expression_cannot_forge_a_line() {
        let shown = parse("0 3\n * * *\u{202e}").expect_err("no expression").to_string();
        assert!(!shown.contains(['\n', '\u{202e}']), "{shown}");
    }
}
