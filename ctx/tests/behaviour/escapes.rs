//! What a value of a context looks like in its span: on one line, without characters that do something, and of bounded length.

use std::fmt;

use ctx::for_macros;

use crate::captured::captured;
use crate::identity::{Request, TenantId, Version, gate};

/// The fields `tenant` and `request_id` of the span of a turn.
fn fields_of(value: &str) -> (String, String) {
    let leaked: &'static str = Box::leak(value.to_owned().into_boxed_str());
    let heard = captured(|| {
        drop(gate().admit(TenantId(leaked), Version(1), Request::new(value)).unwrap());
    });
    let span = &heard.spans[0];
    (span.field("tenant").unwrap().to_owned(), span.field("request_id").unwrap().to_owned())
}

#[test]
fn each_dangerous_character() {
    for (value, shown) in [
        ("a\nb", "a\\nb"),
        ("a\r\nb", "a\\r\\nb"),
        ("a\tb", "a\\tb"),
        ("a\0b", "a\\u{0}b"),
        ("\u{1b}[2J", "\\u{1b}[2J"),
        ("\u{7f}\u{85}\u{9b}", "\\u{7f}\\u{85}\\u{9b}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}\\u{202e}"),
        ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
        ("\u{200b}\u{200e}\u{200f}\u{61c}\u{feff}", "\\u{200b}\\u{200e}\\u{200f}\\u{61c}\\u{feff}"),
        ("\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"),
        // All others stay as they are.
        ("zürich 東京 🚀 \"quoted\" a\\b 'x' =", "zürich 東京 🚀 \"quoted\" a\\b 'x' ="),
        ("", ""),
    ] {
        assert_eq!(fields_of(value), (shown.to_owned(), shown.to_owned()), "{value:?}");
    }
}

#[test]
fn two_hundred_and_fifty_six_characters() {
    let just = "é".repeat(256);
    assert_eq!(fields_of(&just).0, just);
    let over = "é".repeat(257);
    assert_eq!(fields_of(&over).1, format!("{just}.."));
    // Counted before they are escaped: the end is a whole escape.
    let feeds = "\n".repeat(300);
    assert_eq!(fields_of(&feeds).0, format!("{}..", "\\n".repeat(256)));
}

/// A value that is written in pieces, and one whose `Display` gives up.
#[test]
fn values_that_are_written_in_pieces() {
    struct Pieces(usize);
    impl fmt::Display for Pieces {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (0..self.0).try_for_each(|_| f.write_str("ab\n"))
        }
    }
    struct GivesUp;
    impl fmt::Display for GivesUp {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("so far\n")?;
            Err(fmt::Error)
        }
    }

    assert_eq!(for_macros::display(&Pieces(2)), "ab\\nab\\n");
    assert_eq!(for_macros::display(&Pieces(1000)), format!("{}a..", "ab\\n".repeat(85)));
    assert_eq!(for_macros::display(&GivesUp), "so far\\n");
    assert_eq!(for_macros::debug(&"a\n\u{202e}"), "\"a\\n\\u{202e}\"");
    assert_eq!(for_macros::debug(&Some(1)), "Some(1)");
}

/// Text of an event is escaped and not cut.
#[test]
fn an_escaped_text_is_whole() {
    let long = "\n".repeat(1000);
    assert_eq!(for_macros::Escaped(&long).to_string(), "\\n".repeat(1000));
    assert_eq!(format!("{:?}", for_macros::Escaped("a\u{1b}")), "\"a\\u{1b}\"");
}

#[test]
fn the_label_in_a_drain_report() {
    let gate = gate();
    let turn = gate.admit(TenantId("a\nb"), (), ()).unwrap();
    let report = gate.drain_blocking(std::time::Duration::ZERO);
    assert_eq!(report.still_running()[0].tenant(), Some("a\\nb"));
    assert_eq!(report.to_string().lines().count(), 1);
    drop(turn);
}

#[test]
fn the_span_of_each_kind_of_context() {
    let heard = captured(|| {
        let gate = gate();
        let turn = gate.admission("chat").admit(TenantId("acme"), Version(7), Request::new("r1")).unwrap();
        drop(turn.with_fields(()));
        drop(turn.detach("audit"));
        drop(turn.platform("billing", Request::new("own")));
        drop(turn.with_time_limit(std::time::Duration::from_secs(1)));
    });
    let shown: Vec<Vec<(&str, &str)>> = heard
        .spans
        .iter()
        .map(|span| span.fields.iter().map(|(name, value)| (*name, value.as_str())).collect())
        .collect();
    assert_eq!(
        shown,
        [
            vec![("kind", "chat"), ("tenant", "acme"), ("pin", "7"), ("request_id", "r1")],
            vec![("kind", "chat"), ("tenant", "acme"), ("pin", "7")],
            vec![("kind", "audit"), ("tenant", "acme"), ("pin", "7"), ("request_id", "r1")],
            vec![("kind", "billing"), ("request_id", "own")],
        ]
    );
    assert!(heard.spans.iter().all(|span| span.level == tracing::Level::ERROR && span.parent.is_none()));
}
