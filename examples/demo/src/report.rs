//! What the user is shown.

use indicatif::{ProgressBar, ProgressStyle};

use crate::check::{Kind, Tally};
use crate::service::Service;

const EXAMPLES: usize = 3;
/// The kinds whose examples say most, first.
const TELLING: [Kind; 8] = [
    Kind::RowOverHttp,
    Kind::Answer,
    Kind::LogLine,
    Kind::AuditRow,
    Kind::MessageRow,
    Kind::UsageRow,
    Kind::StreamEvent,
    Kind::Refusal,
];

/// Shown on a terminal only.
pub(crate) fn progress(service: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{prefix} [{bar:40}] {pos}/{len} turns").expect("the template is constant");
    ProgressBar::new(0).with_style(style.progress_chars("=> ")).with_prefix(service.to_owned())
}

pub(crate) fn print(service: &Service, tally: &Tally, signs: bool) {
    println!("{:<18}{:>9}{:>11}", service.name, "records", "misplaced");
    for (kind, count) in &tally.counts {
        println!("  {:<16}{:>9}{:>11}", kind.label(), count.records, count.misplaced);
    }
    let examples: Vec<&String> = TELLING.iter().filter_map(|kind| tally.examples.get(kind)).take(EXAMPLES).collect();
    if !examples.is_empty() {
        println!("  for example:");
    }
    for example in examples {
        println!("    {example}");
    }
    if signs {
        println!("  signs (a record can show several):");
        for ((kind, sign), count) in &tally.signs {
            println!("    {count:>6}  {}: {sign}", kind.label());
        }
    }
    println!();
}

pub(crate) fn print_last_line(tallies: &[(&Service, Tally)]) {
    println!("{}", last_line(tallies.iter().map(|(service, tally)| (service.name, tally))));
}

fn last_line<'a>(tallies: impl Iterator<Item = (&'a str, &'a Tally)>) -> String {
    let of_service = |(name, tally): (&str, &Tally)| {
        let total = tally.total();
        format!("{name} misplaced {} of {} records", total.misplaced, total.records)
    };
    format!("demo: {}", tallies.map(of_service).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn the_last_line_names_every_service() {
        let mut tally = Tally::default();
        check::log_lines(&mut tally, r#"{"message_id":"acme-0001","tenant":"default"}"#);
        let line = last_line([("ambient", &tally), ("explicit", &Tally::default())].into_iter());
        assert_eq!(line, "demo: ambient misplaced 1 of 1 records; explicit misplaced 0 of 0 records");
    }
}
