//! Records that lose the fields of their spans, or are no JSON any more after a late field, depending on the options of the
//! formatter.
//!
//! `fmt`'s JSON writes what its options ask for: with both `current_span` and `span_list` off no field of any span, with one of
//! them off not those of every record. The records in question are listed below. [`ctx::logs`] has no such options and always
//! writes all fields.

use ctx::logs;
use serde_json::Value;
use support::{Buffer, admit, gate};
use tracing::field::Empty;
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt;

/// The lines of one run, by `fmt` with these options and by `ctx::logs`, and the request's id.
fn written(current_span: bool, span_list: bool) -> (Vec<Value>, Vec<Value>, String) {
    let (formatted, ours) = (Buffer::default(), Buffer::default());
    let json = fmt::layer().json().with_current_span(current_span).with_span_list(span_list);
    let subscriber = tracing_subscriber::registry()
        .with(json.with_span_events(FmtSpan::CLOSE).with_writer(formatted.clone()))
        .with(logs::json(ours.clone()));
    let mut request = String::new();
    tracing::subscriber::with_default(subscriber, || {
        let turn = admit(&gate(), "acme");
        request = turn.fields().request_id.to_string();
        turn.in_span(|ctx| {
            tracing::info!("plain");
            ctx::info!(ctx, rows = 3, "explicit");
            let inner = tracing::info_span!("query", rows = Empty);
            inner.in_scope(|| {
                inner.record("rows", 5);
                tracing::info!("after a late field");
            });
            let step = ctx.map_fields(|fields| fields.at("step"));
            step.in_span(|_| tracing::info!("in a derived context"));
        });
    });
    let parsed = |buffer: Buffer| -> Vec<Value> {
        let text = buffer.text();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
    };
    (parsed(formatted), parsed(ours), request)
}

/// A number or a text.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whether any span of a `fmt` record has this value.
fn has(record: &Value, name: &str, value: &str) -> bool {
    let listed = record["spans"].as_array().into_iter().flatten();
    listed.chain(record.get("span")).any(|span| shown(&span[name]) == value)
}

#[test]
fn in_all_four_mixes_of_options() {
    let all = ["plain", "explicit", "after a late field", "in a derived context", "close", "close", "ended", "close"];
    for (current_span, span_list, without) in [
        (true, true, &[][..]),
        // Of a span below the turn's, only that span is written.
        (true, false, &["after a late field", "close"]),
        // A span that closes when nobody is inside is in no list.
        (false, true, &["close"]),
        (false, false, &all),
    ] {
        let (formatted, ours, request) = written(current_span, span_list);
        let mix = format!("current span {current_span}, span list {span_list}");
        let message = |record: &Value| record["fields"]["message"].as_str().unwrap_or_default().to_owned();
        assert_eq!(formatted.iter().map(message).collect::<Vec<_>>(), all, "{mix}");
        for (name, value) in [("tenant", "acme"), ("request_id", &request)] {
            let found: Vec<_> = formatted.iter().filter(|record| !has(record, name, value)).map(message).collect();
            assert_eq!(found, without, "{mix}, {name}: {formatted:#?}");
        }
        assert_eq!(ours.len(), 4 + 1, "{mix}");
        for record in &ours {
            assert_eq!(record["tenant"], "acme", "{mix}: {record}");
            assert_eq!(shown(&record["request_id"]), request, "{mix}: {record}");
        }
        let late = ours.iter().find(|record| record["message"] == "after a late field").unwrap();
        assert_eq!(late["rows"], 5);
    }
}

/// Logged with the context where nobody is inside its span, or where somebody else is.
#[test]
fn explicit_records_outside_of_the_span() {
    for (current_span, span_list) in [(true, true), (true, false), (false, true)] {
        let formatted = Buffer::default();
        let json = fmt::layer().json().with_current_span(current_span).with_span_list(span_list);
        let subscriber = tracing_subscriber::registry().with(json.with_writer(formatted.clone()));
        tracing::subscriber::with_default(subscriber, || {
            let gate = gate();
            let (turn, other) = (admit(&gate, "acme"), admit(&gate, "globex"));
            ctx::info!(turn, "outside");
            other.in_span(|_| ctx::info!(turn, "inside another's"));
            // The record at its end, while another turn is current.
            other.in_span(|_| drop(turn));
        });
        let text = formatted.text();
        let lines: Vec<_> = text.lines().take(3).collect();
        assert!(lines[2].contains("ended"), "{text}");
        for line in lines {
            assert!(line.contains("acme") && !line.contains("globex"), "{current_span}, {span_list}: {line}");
        }
    }
}

/// The record of a span that closes is written when nobody is inside: the turn's own still has its fields.
#[test]
fn the_records_of_closing_spans() {
    let (formatted, _, request) = written(true, false);
    let closed: Vec<_> = formatted.iter().filter(|record| record["fields"]["message"] == "close").collect();
    assert_eq!(closed.len(), 3);
    let turns: Vec<_> = closed.iter().filter(|record| record["span"]["name"] == "turn").collect();
    assert_eq!(turns.len(), 2);
    assert!(turns.iter().all(|record| has(record, "tenant", "acme") && has(record, "request_id", &request)));
}
