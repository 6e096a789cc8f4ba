//! One line per record.

use std::fmt::Write;

use super::record::{Record, Value};
use crate::escaped::{Escaped, is_dangerous};

/// Names that a record has of its own; a field of that name is written with a `_` behind it (or more, if that is taken), so that each name stands once.
const OWN: [&str; 4] = ["timestamp", "level", "target", "message"];

pub(super) fn json(record: &Record) -> String {
    let mut line = String::with_capacity(256);
    line.push_str("{\"timestamp\":");
    json_text(&mut line, &humantime::format_rfc3339_micros(record.time()).to_string());
    line.push_str(",\"level\":");
    json_text(&mut line, record.level().as_str());
    line.push_str(",\"target\":");
    json_text(&mut line, record.target());
    line.push_str(",\"message\":");
    json_text(&mut line, record.message());
    for (name, value) in record.fields() {
        line.push(',');
        let mut shown = name.to_owned();
        while OWN.contains(&&*shown) || (shown != name && record.field(&shown).is_some()) {
            shown.push('_');
        }
        json_text(&mut line, &shown);
        line.push(':');
        match value {
            Value::Text(text) => json_text(&mut line, text),
            // JSON has no word for infinity or "not a number".
            Value::Float(number) if !number.is_finite() => json_text(&mut line, &number.to_string()),
            number_or_bool => push(&mut line, format_args!("{number_or_bool}")),
        }
    }
    line.push_str("}\n");
    line
}

pub(super) fn text(record: &Record) -> String {
    let mut line = String::with_capacity(256);
    let time = humantime::format_rfc3339_micros(record.time());
    push(&mut line, format_args!("{time} {:>5} {}: ", record.level(), record.target()));
    match record.message() {
        // Quoted where it could look like a field.
        message if message.contains(['=', '"']) => push(&mut line, format_args!("{:?}", Escaped(message))),
        message => push(&mut line, format_args!("{}", Escaped(message))),
    }
    for (name, value) in record.fields() {
        match value {
            Value::Text(text) if is_word(text) => push(&mut line, format_args!(" {name}={text}")),
            // Quoted, so that no value can look like a field of its own.
            Value::Text(text) => push(&mut line, format_args!(" {name}={:?}", Escaped(text))),
            number_or_bool => push(&mut line, format_args!(" {name}={number_or_bool}")),
        }
    }
    line.push('\n');
    line
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.:/+@".contains(c))
}

fn json_text(line: &mut String, text: &str) {
    // A `str` can always be serialised.
    let quoted = serde_json::to_string(text).unwrap_or_default();
    for c in quoted.chars() {
        if is_dangerous(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                push(line, format_args!("\\u{unit:04x}"));
            }
        } else {
            line.push(c);
        }
    }
}

fn push(line: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a `String` fails only if a value's own `Display` does, and these are numbers and text.
    let _ = line.write_fmt(text);
}
