//! A value that logs while it is logged must not wait for itself (field report A17).
//!
//! A file of its own, because the subscriber has to be the global one: `tracing` drops what is logged inside of logging as soon
//! as a thread has a subscriber of its own.

use std::fmt;
use std::sync::mpsc;
use std::time::Duration;

use ctx::logs;
use support::{AgentPin, Buffer, Ctx, TenantId, TurnFields, raw};
use tracing_subscriber::layer::SubscriberExt;

/// A value that logs when it is written.
struct Logs<'c>(&'c Ctx);

impl fmt::Display for Logs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ctx::info!(self.0, "<written>");
        self.0.in_span(|_| tracing::info!("<written, plain>"));
        f.write_str("value")
    }
}

impl fmt::Debug for Logs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Every place where a value is written: messages, fields, and fields of spans, early and late in the current one.
fn log_what_logs(ctx: &Ctx) {
    let value = Logs(ctx);
    ctx::info!(ctx, "{value}");
    ctx::info!(ctx, %value, "a field");
    ctx::info!(ctx, ?value, "a field");
    tracing::info!("{value}");
    tracing::info!(%value, "a field");
    let span = tracing::info_span!(parent: ctx.span_id(), "inner", late = tracing::field::Empty, early = %value);
    span.in_scope(|| span.record("late", tracing::field::display(&value)));
}

#[test]
fn a_value_that_logs_while_it_is_logged() {
    let (json, text) = (Buffer::default(), Buffer::default());
    let subscriber = tracing_subscriber::registry()
        .with(logs::json(json.clone()))
        .with(logs::text(text.clone()))
        .with(ctx::testing::layer());
    tracing::subscriber::set_global_default(subscriber).expect("the first in this process");

    let (sender, ended) = mpsc::channel();
    // On a thread of its own: if it waits for itself, the test fails and does not hang.
    raw::thread(move || {
        let turn = ctx::testing::turn(TenantId("acme"), AgentPin { version: 1 }, TurnFields::new());
        turn.in_span(log_what_logs);
        turn.log().assert_every("tenant", "acme");
        turn.log().assert_logged("<written>");
        sender.send(turn.log().records().len()).expect("awaited");
    });
    let captured = ended.recv_timeout(Duration::from_secs(20)).expect("it panicked, or waits for itself");

    let lines: Vec<serde_json::Value> =
        json.text().lines().map(|line| serde_json::from_str(line).expect("each line is whole")).collect();
    assert!(lines.iter().all(|line| line["tenant"] == "acme"), "{lines:#?}");
    let about = lines.iter().filter(|line| line.get("value").is_some() || line["message"] == "value");
    assert_eq!(about.count(), 5);
    // Two layers write it, and the log of the test turn: each asks the value again, and each time it logs.
    assert!(lines.iter().filter(|line| line["message"] == "<written>").count() >= 7);
    assert!(captured >= 5 + 7 && text.text().lines().count() >= 5 + 7);
}
