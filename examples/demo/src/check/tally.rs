//! How many records of each kind there are, and how many of them are misplaced.

use std::collections::BTreeMap;

use crate::plan::true_tenant;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Answer,
    StreamEvent,
    MessageRow,
    AuditRow,
    UsageRow,
    RowOverHttp,
    LogLine,
    Refusal,
}

impl Kind {
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Answer => "answers",
            Self::StreamEvent => "stream events",
            Self::MessageRow => "message rows",
            Self::AuditRow => "audit rows",
            Self::UsageRow => "usage rows",
            Self::RowOverHttp => "rows over HTTP",
            Self::LogLine => "log lines",
            Self::Refusal => "refusals",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) records: usize,
    pub(crate) misplaced: usize,
}

/// One way in which a record is not as it should be.
#[derive(Debug)]
pub(super) struct Fault {
    /// The same text for faults of the same sort, to be counted.
    pub(super) sign: String,
    pub(super) example: String,
}

impl Fault {
    pub(super) fn new(sign: impl Into<String>, example: impl Into<String>) -> Self {
        Self { sign: sign.into(), example: example.into() }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) counts: BTreeMap<Kind, Count>,
    pub(crate) signs: BTreeMap<(Kind, String), usize>,
    /// The first one of each kind.
    pub(crate) examples: BTreeMap<Kind, String>,
}

impl Tally {
    /// Counts one record: misplaced once, however many faults it has.
    pub(super) fn record(&mut self, kind: Kind, faults: impl IntoIterator<Item = Fault>) {
        let mut misplaced = 0;
        for fault in faults {
            misplaced = 1;
            *self.signs.entry((kind, fault.sign)).or_default() += 1;
            self.examples.entry(kind).or_insert(fault.example);
        }
        let count = self.counts.entry(kind).or_default();
        count.records += 1;
        count.misplaced += misplaced;
    }

    pub(crate) fn total(&self) -> Count {
        self.counts.values().fold(Count::default(), |sum, count| Count {
            records: sum.records + count.records,
            misplaced: sum.misplaced + count.misplaced,
        })
    }
}

/// `None` if `found` is the tenant the message belongs to, else whose it is instead.
pub(super) fn misplaced_to(message_id: &str, found: Option<&str>) -> Option<&'static str> {
    match found {
        Some(found) if true_tenant(message_id) == Some(found) => None,
        Some("default") => Some("`default`"),
        Some("") | None => Some("no tenant"),
        Some(_) => Some("another tenant"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_with_two_faults_is_misplaced_once() {
        let mut tally = Tally::default();
        tally.record(Kind::Answer, [Fault::new("a", "first"), Fault::new("b", "second")]);
        tally.record(Kind::Answer, []);
        tally.record(Kind::LogLine, []);
        assert_eq!(tally.counts[&Kind::Answer], Count { records: 2, misplaced: 1 });
        assert_eq!(tally.total(), Count { records: 3, misplaced: 1 });
        assert_eq!(tally.examples[&Kind::Answer], "first");
    }

    #[test]
    fn another_the_default_and_no_tenant_are_all_misplaced() {
        assert_eq!(misplaced_to("acme-0001", Some("acme")), None);
        assert_eq!(misplaced_to("acme-0001", Some("globex")), Some("another tenant"));
        assert_eq!(misplaced_to("acme-0001", Some("default")), Some("`default`"));
        assert_eq!(misplaced_to("acme-0001", None), Some("no tenant"));
        assert_eq!(misplaced_to("intruder-0001", Some("acme")), Some("another tenant"));
    }
}
