//! A field that is recorded after its span was made prints once per layer, and one that two scopes have prints twice.

use std::collections::BTreeMap;

use ctx::logs;
use futures_util::FutureExt;
use serde_json::Value;
use support::{AgentPin, Buffer, Lines, PIN_VERSION, TenantId, TurnFields, admit, gate};
use tracing::field::Empty;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;

/// What each layer wrote of one run.
struct Written {
    formatted: [String; 2],
    formatted_json: String,
    text: String,
    json: String,
}

/// Runs `work` under two `fmt` layers, one of its JSON, and both of `ctx::logs`.
fn written(work: impl FnOnce()) -> Written {
    let buffers: [Buffer; 5] = Default::default();
    let [one, two, formatted_json, text, json] = buffers.clone();
    let subscriber = tracing_subscriber::registry()
        .with(fmt::layer().with_ansi(false).with_writer(one))
        .with(fmt::layer().with_ansi(false).with_writer(two))
        .with(fmt::layer().json().with_writer(formatted_json))
        .with(logs::text(text))
        .with(logs::json(json));
    tracing::subscriber::with_default(subscriber, work);
    let [one, two, formatted_json, text, json] = buffers.map(|buffer| buffer.text());
    Written { formatted: [one, two], formatted_json, text, json }
}

/// The one line that has this message.
#[track_caller]
fn line<'t>(text: &'t str, message: &str) -> &'t str {
    let mut lines = text.lines().filter(|line| line.contains(message));
    let line = lines.next().unwrap_or_else(|| panic!("no `{message}` in {text}"));
    assert_eq!(lines.next(), None, "`{message}` twice");
    line
}

/// A number or a text.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Written {
    /// In every layer, the record has each of these fields exactly once, with this value.
    #[track_caller]
    fn assert_once(&self, message: &str, fields: &[(&str, &str)]) {
        for (name, value) in fields {
            for text in self.formatted.iter().chain([&self.text]) {
                let line = line(text, message);
                let found: Vec<_> = line
                    .split([' ', '{', '}', ':'])
                    .filter_map(|word| word.strip_prefix(&format!("{name}=")))
                    .collect();
                assert_eq!(
                    found.iter().map(|found| found.trim_matches('"')).collect::<Vec<_>>(),
                    [*value],
                    "{name}: {line}"
                );
            }
            let json = line(&self.json, message);
            assert_eq!(json.matches(&format!("\"{name}\":")).count(), 1, "{json}");
            let parsed: BTreeMap<String, Value> = serde_json::from_str(json).unwrap();
            assert_eq!(shown(&parsed[*name]), *value, "{json}");
            // `fmt` writes the innermost span twice, as `span` and as the last of `spans`: once in each.
            let json: Value = serde_json::from_str(line(&self.formatted_json, message)).unwrap();
            assert_eq!(shown(&json["span"][name]), *value, "{json}");
            let spans = json["spans"].as_array().unwrap();
            assert_eq!(spans.iter().filter(|span| span.get(name).is_some()).count(), 1, "{json}");
        }
    }
}

#[test]
fn nested_scopes_with_the_same_key() {
    let request = TurnFields::new().request_id;
    let written = written(|| {
        // What a server's middleware makes before it knows anything, and records into later.
        let server = tracing::info_span!("request", method = "GET", status = Empty);
        server.in_scope(|| {
            let turn = admit(&gate(), "acme");
            let outer = turn.with_fields(TurnFields { request_id: request, step: Some("outer") });
            let inner = outer.with_fields(TurnFields { request_id: request, step: Some("inner") });
            outer.in_span(|_| tracing::info!("in outer"));
            inner.in_span(|ctx| {
                tracing::info!("in inner");
                ctx::info!(outer, "explicit outer");
                let below = ctx.with_fields(TurnFields { request_id: request, step: Some("lowest") });
                below.in_span_async(async |_| tracing::info!("in lowest")).now_or_never();
                ctx::info!(below, "explicit lowest");
            });
        });
        server.record("status", 200);
    });
    let request = request.to_string();
    for (message, step) in [
        ("in outer", "outer"),
        ("in inner", "inner"),
        ("explicit outer", "outer"),
        ("in lowest", "lowest"),
        ("explicit lowest", "lowest"),
    ] {
        written.assert_once(message, &[("tenant", "acme"), ("pin", "4"), ("request_id", &request), ("step", step)]);
    }
}

/// Nothing of a context is recorded late: who is called before the tenant is known has no turn yet, and gets another context
/// after it.
#[test]
fn a_tenant_that_is_known_later() {
    let written = written(|| {
        let gate = gate();
        let login = gate.platform("login", ()).unwrap();
        ctx::info!(login, "who is it");
        let known = gate.for_tenant(
            &login,
            support::TenantId("acme"),
            support::AgentPin { version: PIN_VERSION },
            TurnFields::new(),
        );
        ctx::info!(known.unwrap(), "known now");
    });
    written.assert_once("known now", &[("tenant", "acme"), ("pin", "4"), ("kind", "login")]);
    for text in written.formatted.iter().chain([&written.text, &written.json, &written.formatted_json]) {
        assert!(!line(text, "who is it").contains("tenant"), "{text}");
    }
}

/// A field of somebody else's span that is recorded late, seen by two layers of `ctx::logs`.
#[test]
fn a_late_field_of_another_span() {
    let written = written(|| {
        let turn = admit(&gate(), "acme");
        let rows = tracing::info_span!(parent: turn.span_id(), "query", rows = Empty, table = "orders");
        rows.record("rows", 3);
        rows.record("rows", 4);
        rows.in_scope(|| tracing::info!("done"));
    });
    assert!(line(&written.text, "done").contains(" rows=4"));
    let json: Value = serde_json::from_str(line(&written.json, "done")).unwrap();
    assert_eq!((&json["rows"], &json["table"], &json["tenant"]), (&4.into(), &"orders".into(), &"acme".into()));
    assert_eq!(line(&written.json, "done").matches("\"rows\":").count(), 1);
    assert_eq!(line(&written.text, "done").matches("rows=").count(), 1);
}

/// A turn that is admitted in the middle of another one, as by a consumer that runs as a job itself.
#[test]
fn a_turn_admitted_inside_another_turn() {
    let written = written(|| {
        let gate = gate();
        let outer = admit(&gate, "globex");
        let step = outer.map_fields(|fields| fields.at("consume"));
        step.in_span(|_| ctx::info!(admit(&gate, "acme"), "directly"));
        step.in_span(|_| {
            let own = tracing::info_span!("message", queue = "orders");
            own.in_scope(|| ctx::info!(admit(&gate, "acme"), "below a span"));
        });
    });
    written.assert_once("directly", &[("tenant", "acme")]);
    for message in ["directly", "below a span"] {
        for text in written.formatted.iter().chain([&written.text, &written.json]) {
            let line = line(text, message);
            assert!(line.contains("acme") && !line.contains("globex") && !line.contains("consume"), "{line}");
        }
    }
}

/// A field that has the name of something that every record has.
#[test]
fn names_of_the_record_itself() {
    let written = written(|| {
        let turn = admit(&gate(), "acme");
        ctx::info!(turn, level = "mine", level_ = "also mine", target = 1, timestamp = "then", "taken names");
    });
    let json = line(&written.json, "taken names");
    let record: BTreeMap<String, Value> = serde_json::from_str(json).unwrap();
    let keys = json.matches("\":").count();
    assert_eq!(record.len(), keys, "no key twice: {json}");
    assert_eq!((&record["level"], &record["message"]), (&"INFO".into(), &"taken names".into()));
    assert_eq!((&record["level__"], &record["level_"]), (&"mine".into(), &"also mine".into()));
    assert_eq!((&record["target_"], &record["timestamp_"]), (&1.into(), &"then".into()));
}

/// What a server's middleware knows of a request is above the turn, whatever is derived from it, and not above what goes on after
/// the request.
#[test]
fn the_span_that_a_turn_was_admitted_in() {
    let written = written(|| {
        let gate = gate();
        let server = tracing::info_span!("request", method = "GET");
        let admission = gate.admission("turn").inside(&server);
        let turn = admission.admit(TenantId("acme"), AgentPin { version: PIN_VERSION }, TurnFields::new()).unwrap();
        ctx::info!(turn, "admitted");
        ctx::info!(turn.map_fields(|fields| fields.at("step")), "derived");
        ctx::info!(turn.platform("billing", ()), "on the way");
        ctx::info!(turn.detach("audit"), "afterwards");
    });
    for text in written.formatted.iter().chain([&written.text, &written.json]) {
        let has = |message: &str| line(text, message).contains("GET");
        assert_eq!(
            [has("admitted"), has("derived"), has("on the way"), has("afterwards")],
            [true, true, true, false],
            "{text}"
        );
    }
}

/// In the global log too, where threads share one subscriber.
#[test]
fn an_event_with_a_field_of_the_context() {
    let lines = Lines::capture();
    let turn = admit(&gate(), "acme");
    ctx::info!(turn, tenant = "forged", step = 3, "{}", lines.text("own fields"));
    let line = lines.one("own fields");
    // What an event says itself is the innermost; only who the work is for cannot be said by it.
    assert_eq!((line.tenant(), line.field("tenant_"), line.field("step")), (Some("acme"), Some("forged"), Some("3")));
}
