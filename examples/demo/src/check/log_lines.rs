//! The log lines that concern a turn: those that have a message id of their own.

use serde_json::Value;

use super::tally::{Fault, Kind, Tally, misplaced_to};

pub(crate) fn log_lines(tally: &mut Tally, log: &str) {
    for line in log.lines() {
        let Ok(fields) = serde_json::from_str::<Value>(line) else {
            tally.record(Kind::LogLine, [Fault::new("no JSON", format!("a log line is no JSON: {line}"))]);
            continue;
        };
        if let Some(message_id) = fields["message_id"].as_str() {
            tally.record(Kind::LogLine, of_turn(message_id, &fields));
        }
    }
}

fn of_turn(message_id: &str, fields: &Value) -> Option<Fault> {
    let whose = misplaced_to(message_id, fields["tenant"].as_str())?;
    let text = fields["message"].as_str().unwrap_or_default();
    let example = format!("the log line \"{text}\" of {message_id} has the tenant {}", fields["tenant"]);
    Some(Fault::new(format!("\"{text}\" with {whose}"), example))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tally::Count;

    #[test]
    fn a_line_with_another_no_or_the_default_tenant_is_counted() {
        let log = r#"{"message":"turn started","message_id":"acme-0001","tenant":"acme"}
{"message":"tool finished","message_id":"acme-0001","tenant":"default"}
{"message":"model answered","message_id":"acme-0001","tenant":"globex"}
{"message":"token sent","message_id":"acme-0001"}
{"message":"draining","tenant":"default"}"#;
        let mut tally = Tally::default();
        log_lines(&mut tally, log);
        assert_eq!(tally.total(), Count { records: 4, misplaced: 3 });
    }

    #[test]
    fn a_line_that_cannot_be_read_is_counted() {
        let mut tally = Tally::default();
        log_lines(&mut tally, "thread 'main' panicked\n");
        assert_eq!(tally.total(), Count { records: 1, misplaced: 1 });
    }
}
