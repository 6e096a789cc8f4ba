//! The answers and the events of streams.

use serde_json::Value;

use super::tally::{Fault, Kind, Tally, misplaced_to};
use crate::drive::{Outcome, StreamEvent};
use crate::plan::{Output, Turn};

pub(crate) fn answers(tally: &mut Tally, turns: &[(Turn, Outcome)]) {
    for (turn, outcome) in turns {
        match outcome {
            Outcome::Answered { status, body } => tally.record(Kind::Answer, answer(turn, *status, body)),
            Outcome::Streamed { events, ended } => stream(tally, turn, events, *ended),
            Outcome::Cancelled => {}
            Outcome::Failed(error) => {
                let example = format!("{} got no answer: {error}", turn.message_id);
                tally.record(Kind::Answer, [Fault::new("no answer", example)]);
            }
        }
    }
}

fn answer(turn: &Turn, status: u16, body: &Value) -> Vec<Fault> {
    let expected = if turn.expected.blocked { 422 } else { 200 };
    if status != expected {
        let example = format!("{} was answered with {status} instead of {expected}", turn.message_id);
        return vec![Fault::new("wrong status", example)];
    }
    if turn.expected.blocked { Vec::new() } else { of_turn(turn, body) }
}

fn stream(tally: &mut Tally, turn: &Turn, events: &[StreamEvent], ended: bool) {
    for event in events {
        let mut faults = labelled(turn, event);
        if event.name == "done" {
            faults.extend(of_turn(turn, &event.data["turn"]));
        }
        tally.record(Kind::StreamEvent, faults);
    }
    if ended && events.last().is_none_or(|event| event.name != "done") {
        let example = format!("the stream of {} ended without `done`", turn.message_id);
        tally.record(Kind::StreamEvent, [Fault::new("no `done`", example)]);
    }
}

fn labelled(turn: &Turn, event: &StreamEvent) -> Vec<Fault> {
    let message_id = &turn.message_id;
    let mut faults = Vec::new();
    if event.data["message_id"] != message_id.as_str() {
        faults.push(Fault::new("of another message", format!("an event of {message_id} is {}", event.data)));
    }
    if let Some(whose) = misplaced_to(message_id, event.data["tenant"].as_str()) {
        let example = format!("a `{}` event of {message_id} is labelled {}", event.name, event.data["tenant"]);
        faults.push(Fault::new(format!("`{}` labelled with {whose}", event.name), example));
    }
    faults
}

fn of_turn(turn: &Turn, body: &Value) -> Vec<Fault> {
    let mut faults = context_of(turn, body);
    faults.extend(documents(turn, body));
    faults.extend(tools(turn, body));
    let model = body["answer"].as_str().unwrap_or_default();
    if !model.starts_with(&format!("[served for {}]", turn.tenant)) {
        let served: String = model.chars().take_while(|c| *c != ']').skip(1).collect();
        let example = format!("the model call of {} was \"{served}\"", turn.message_id);
        faults.push(Fault::new("model called for another tenant", example));
    }
    faults
}

fn context_of(turn: &Turn, body: &Value) -> Vec<Fault> {
    let message_id = &turn.message_id;
    let mut faults = Vec::new();
    if let Some(whose) = misplaced_to(message_id, body["tenant"].as_str()) {
        let example = format!("the answer to {message_id} is for {}", body["tenant"]);
        faults.push(Fault::new(format!("answered for {whose}"), example));
    }
    for (key, expected) in [("message_id", message_id.clone()), ("request_id", format!("q-{message_id}"))] {
        if body[key] != expected.as_str() {
            let example = format!("the answer to {message_id} has the {key} {}", body[key]);
            faults.push(Fault::new(format!("wrong {key}"), example));
        }
    }
    faults
}

fn documents(turn: &Turn, body: &Value) -> Vec<Fault> {
    let message_id = &turn.message_id;
    let documents = body["documents"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut faults = Vec::new();
    if let Some(document) = documents.iter().find(|document| document["tenant_mark"] != turn.tenant) {
        let example = format!("{message_id} was answered from a document of {}", document["tenant_mark"]);
        faults.push(Fault::new("document of another tenant", example));
    }
    if let Some(expected) = turn.expected.document
        && !documents.iter().any(|document| document["id"] == expected)
    {
        let example = format!("{message_id} was answered without the document `{expected}`");
        faults.push(Fault::new("document missing", example));
    }
    faults
}

fn tools(turn: &Turn, body: &Value) -> Option<Fault> {
    let message_id = &turn.message_id;
    let results = body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    if results.len() != turn.expected.tools.len() {
        let example = format!("{message_id} has {} tool results, not {}", results.len(), turn.expected.tools.len());
        return Some(Fault::new("tool result missing", example));
    }
    turn.expected.tools.iter().zip(results).find_map(|((name, expected), result)| {
        let output = result["output"].as_str().unwrap_or_default();
        let right = match expected {
            Output::Exactly(expected) => output == expected,
            Output::Number => output.parse::<u64>().is_ok(),
        };
        let example = format!("{message_id} was told \"{output}\" by the tool `{name}`");
        (!right || result["name"] != *name).then(|| Fault::new(format!("wrong output of `{name}`"), example))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::tally::Count;
    use crate::plan::{Expected, Way};

    fn turn() -> Turn {
        Turn {
            tenant: "acme",
            message_id: "acme-0001".into(),
            message: "are invoices mailed monthly? order 3".into(),
            way: Way::Request,
            expected: Expected {
                blocked: false,
                document: Some("invoices"),
                tools: vec![("orders", Output::Exactly("order 3: shipped for acme".into()))],
            },
        }
    }

    fn body() -> Value {
        json!({
            "message_id": "acme-0001", "tenant": "acme", "request_id": "q-acme-0001", "agent_version": "1",
            "answer": "[served for acme] You asked: ..",
            "documents": [{ "id": "invoices", "tenant_mark": "acme" }],
            "tools": [{ "name": "orders", "output": "order 3: shipped for acme" }],
        })
    }

    #[test]
    fn a_right_answer_has_no_fault() {
        assert!(answer(&turn(), 200, &body()).is_empty());
    }

    #[test]
    fn everything_in_an_answer_that_is_of_another_tenant_is_a_fault() {
        let changes = [
            ("/tenant", json!("globex")),
            ("/tenant", json!("default")),
            ("/tenant", Value::Null),
            ("/message_id", json!("acme-0002")),
            ("/request_id", json!("-")),
            ("/answer", json!("[served for globex] You asked: ..")),
            ("/documents/0/tenant_mark", json!("globex")),
            ("/documents", json!([])),
            ("/tools/0/output", json!("order 3: not found")),
            ("/tools", json!([])),
        ];
        for (place, value) in changes {
            let mut wrong = body();
            *wrong.pointer_mut(place).expect(place) = value;
            assert_eq!(answer(&turn(), 200, &wrong).len(), 1, "{place}");
        }
        assert_eq!(answer(&turn(), 500, &body()).len(), 1);
    }

    #[test]
    fn a_stream_is_checked_event_by_event_and_for_its_end() {
        let event = |name: &str, tenant: &str, turn: Value| StreamEvent {
            name: name.into(),
            data: json!({ "message_id": "acme-0001", "tenant": tenant, "turn": turn }),
        };
        let right = || vec![event("token", "acme", Value::Null), event("done", "acme", body())];
        let mut wrong = right();
        wrong[0] = event("token", "default", Value::Null);
        let mut cut = right();
        cut.truncate(1);
        for (events, ended, misplaced) in [(right(), true, 0), (wrong, true, 1)] {
            let mut tally = Tally::default();
            answers(&mut tally, &[(turn(), Outcome::Streamed { events, ended })]);
            assert_eq!(tally.total(), Count { records: 2, misplaced });
        }
        let mut tally = Tally::default();
        answers(&mut tally, &[(turn(), Outcome::Streamed { events: cut, ended: true })]);
        assert_eq!(tally.total(), Count { records: 2, misplaced: 1 });
    }

    #[test]
    fn a_turn_that_failed_is_a_misplaced_answer() {
        let mut tally = Tally::default();
        answers(&mut tally, &[(turn(), Outcome::Failed("connection reset".into())), (turn(), Outcome::Cancelled)]);
        assert_eq!(tally.total(), Count { records: 1, misplaced: 1 });
    }
}
