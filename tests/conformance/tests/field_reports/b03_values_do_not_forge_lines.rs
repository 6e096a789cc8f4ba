//! A line feed, an escape sequence or a mark of writing direction in a tenant, a request id or a message starts a second record
//! or changes what is read.

use ctx::logs;
use serde_json::Value;
use support::{Buffer, TenantId, gate};
use tracing_subscriber::layer::SubscriberExt;

/// Fields that come from a client as they are.
#[derive(Clone, ctx::LogFields)]
struct FromClient {
    request_id: String,
}

const EVIL: [&str; 9] = [
    "x\n{\"tenant\":\"b\"}",
    "x\r\n2026-01-01T00:00:00Z  INFO app: paid tenant=b",
    "\u{1b}[2J\u{1b}]0;owned\u{7}",
    "abc\u{202e}cba\u{2066}x\u{2069}",
    "nul\0nul",
    "next\u{85}line\u{2028}separator\u{2029}paragraph",
    "zero\u{200b}width\u{feff}\u{e0041}",
    "quote\" tenant=\"b\" }",
    "\u{9b}31mred",
];

struct Written {
    text: [String; 2],
    json: [String; 2],
}

fn written(work: impl FnOnce()) -> Written {
    let buffers: [Buffer; 4] = Default::default();
    let [text, json, formatted, formatted_json] = buffers.clone();
    let subscriber = tracing_subscriber::registry()
        .with(logs::text(text))
        .with(logs::json(json))
        .with(tracing_subscriber::fmt::layer().with_ansi(false).with_writer(formatted))
        .with(tracing_subscriber::fmt::layer().json().with_writer(formatted_json));
    tracing::subscriber::with_default(subscriber, work);
    let [text, json, formatted, formatted_json] = buffers.map(|buffer| buffer.text());
    Written { text: [text, formatted], json: [json, formatted_json] }
}

impl Written {
    /// Each record is one line, without anything that a terminal or an eye takes for something else.
    #[track_caller]
    fn assert_lines(&self, records: usize) {
        for log in self.text.iter().chain(&self.json) {
            assert_eq!(log.matches('\n').count(), records, "{log:?}");
            assert!(log.ends_with('\n'));
            let bad = log.chars().find(|c| *c != '\n' && (c.is_control() || MARKS.contains(c)));
            assert_eq!(bad, None, "{log:?}");
        }
        for log in &self.json {
            for line in log.lines() {
                serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            }
        }
    }
}

const MARKS: [char; 9] =
    ['\u{202e}', '\u{2066}', '\u{2069}', '\u{2028}', '\u{2029}', '\u{200b}', '\u{feff}', '\u{e0041}', '\u{85}'];

#[test]
fn in_tenant_request_id_and_message() {
    for evil in EVIL {
        let written = written(|| {
            let gate = gate();
            let turn = gate.admit(TenantId(evil), (), FromClient { request_id: evil.to_owned() }).unwrap();
            ctx::info!(turn, "message {evil}");
            ctx::warn!(turn, %evil, ?evil, pair.field = %evil, "quoted" = ?Some(evil), "fields");
            turn.in_span(|_| tracing::info!("plain"));
            // A raw value in an event of `tracing`'s own is not ours to write in `fmt`; it is in `ctx::logs`.
        });
        // And the record at the end of the turn.
        written.assert_lines(4);
        for line in written.json[0].lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            assert_eq!(record["tenant"], record["request_id"]);
            assert_ne!(record["tenant"], "b");
        }
        for line in written.text[0].lines().filter(|line| !line.contains("message ")) {
            assert_eq!(unquoted(line).matches(" tenant=").count(), 1, "{line}");
        }
    }
}

/// What stands outside of quoted values.
fn unquoted(line: &str) -> String {
    let mut parts = line.replace("\\\\", "").replace("\\\"", "");
    while let Some((before, (_, after))) = parts.split_once('"').and_then(|(a, b)| Some((a, b.split_once('"')?))) {
        parts = format!("{before}{after}");
    }
    parts
}

#[test]
fn in_events_of_tracing_itself() {
    let (text, json) = (Buffer::default(), Buffer::default());
    let subscriber = tracing_subscriber::registry().with(logs::text(text.clone())).with(logs::json(json.clone()));
    tracing::subscriber::with_default(subscriber, || {
        for evil in EVIL {
            tracing::info!(evil, display = %evil, debug = ?evil, "message {evil}");
            tracing::info_span!("span", evil, late = tracing::field::Empty).in_scope(|| {
                tracing::Span::current().record("late", evil);
                tracing::info!("inside");
            });
        }
    });
    let (text, json) = (text.text(), json.text());
    Written { text: [text.clone(), text], json: [json.clone(), json] }.assert_lines(2 * EVIL.len());
}

#[test]
fn in_a_panic_and_in_the_report_of_a_shutdown() {
    for evil in EVIL {
        let mut report = String::new();
        let written = written(|| {
            let gate = gate();
            let turn = gate.admit(TenantId(evil), (), FromClient { request_id: evil.to_owned() }).unwrap();
            let text = evil.to_owned();
            support::panic_of(turn.bind(move |_| panic!("{text}")));
            report = gate.drain_blocking(std::time::Duration::ZERO).to_string();
        });
        written.assert_lines(2);
        assert_eq!(report.lines().count(), 1, "{report:?}");
        assert!(!report.chars().any(|c| c.is_control() || MARKS.contains(&c)), "{report:?}");
    }
}

#[test]
fn a_hundred_kilobytes() {
    let long: &'static str = Box::leak("é".repeat(50_000).into_boxed_str());
    let written = written(|| {
        let turn = gate().admit(TenantId(long), (), FromClient { request_id: long.to_owned() }).unwrap();
        ctx::info!(turn, "clamped");
    });
    written.assert_lines(2);
    let record: Value = serde_json::from_str(written.json[0].lines().next().unwrap()).unwrap();
    let expected = format!("{}..", "é".repeat(256));
    assert_eq!((record["tenant"].as_str(), record["request_id"].as_str()), (Some(&*expected), Some(&*expected)));
    for log in written.text.iter().chain(&written.json) {
        assert!(log.lines().all(|line| line.len() < 5_000), "a line has {} bytes", log.len());
    }
}
