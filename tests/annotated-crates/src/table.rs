//! The numbers, as a person reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::outcome::{Failure, Outcome};

const HEAD: &str = "\
| crate | version | functions | accepted | refused | no place | miscompiled | new warnings | called | captured | broken callers | not compiled |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

/// The table of all crates, then what the macro said, and why there was no place.
pub fn markdown(outcomes: &[Outcome]) -> String {
    let mut text = HEAD.to_owned();
    let mut sums = [0; 10];
    for outcome in outcomes {
        let numbers = numbers(outcome);
        line(&mut text, &outcome.name, &outcome.version, &numbers);
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    line(&mut text, "all", "", &sums);
    reasons(&mut text, "Refused, with which message", outcomes, |outcome| &outcome.refused);
    reasons(&mut text, "No place for a copy, attribute or not", outcomes, |outcome| &outcome.no_place);
    text
}

/// Every failure: with the compiler's message, or its first line where it is always nearly the same. Empty if there is none.
pub fn details(outcome: &Outcome) -> String {
    let mut text = String::new();
    let mut list = |what: &str, failures: &[Failure], whole: bool| {
        for Failure { function, message } in failures {
            let message = if whole { message } else { message.lines().next().unwrap_or_default() };
            _ = writeln!(text, "{}: {what}: {function}\n{message}", outcome.name);
        }
    };
    list("miscompiled", &outcome.miscompiled, true);
    list("new warning", &outcome.new_warnings, true);
    list("lost warning", &outcome.lost_warnings, true);
    list("broken caller", &outcome.broken_callers, true);
    list("captured context", &outcome.captured_contexts, false);
    text
}

fn numbers(outcome: &Outcome) -> [usize; 10] {
    [
        outcome.functions,
        outcome.accepted,
        outcome.refused.values().sum(),
        outcome.no_place.values().sum(),
        outcome.miscompiled.len(),
        outcome.new_warnings.len(),
        outcome.called,
        outcome.captured_contexts.len(),
        outcome.broken_callers.len(),
        outcome.not_compiled,
    ]
}

fn line(text: &mut String, name: &str, version: &str, numbers: &[usize]) {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    _ = writeln!(text, "| {name} | {version} | {} |", numbers.join(" | "));
}

fn reasons(text: &mut String, title: &str, outcomes: &[Outcome], of: impl Fn(&Outcome) -> &BTreeMap<String, usize>) {
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for (reason, count) in outcomes.iter().flat_map(&of) {
        *all.entry(reason).or_default() += count;
    }
    if all.is_empty() {
        return;
    }
    let mut all: Vec<(&str, usize)> = all.into_iter().collect();
    all.sort_by_key(|(reason, count)| (usize::MAX - count, *reason));
    _ = write!(text, "\n## {title}\n\n");
    for (reason, count) in all {
        _ = writeln!(text, "- {count}: {reason}");
    }
}
