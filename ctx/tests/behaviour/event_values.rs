//! What an event does with its context and its values.

use std::cell::Cell;

use crate::captured::captured;
use crate::identity::{Ctx, Request, admit, gate};

#[test]
fn the_parent_is_the_span_of_the_ctx_and_no_other() {
    let heard = captured(|| {
        let gate = gate();
        let (turn, other) = (admit(&gate, "acme"), admit(&gate, "globex"));
        let step = turn.with_fields(Request::new("step"));
        other.in_span(|_| {
            ctx::info!(turn, "turn");
            ctx::info!(step, "step");
            ctx::info!(&*turn, "by reference");
            ctx::info!(turn.with_time_limit(std::time::Duration::MAX), "an expression");
        });
    });
    let parents: Vec<_> = heard.events.iter().filter(|event| event.field("message").is_some()).collect();
    // Spans are numbered in the order in which they were made.
    let by_message =
        |message| parents.iter().find(|event| event.field("message") == Some(message)).unwrap().parent.clone();
    let id = |number| Some(tracing::Id::from_u64(number));
    assert_eq!([by_message("turn"), by_message("by reference"), by_message("an expression")], [id(1), id(1), id(1)]);
    assert_eq!(by_message("step"), id(3));
}

#[test]
fn values_are_computed_once_and_only_when_somebody_listens() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let computed = Cell::new(0);
    let compute = || {
        computed.set(computed.get() + 1);
        computed.get()
    };
    let log = || {
        ctx::info!(ctx, a = compute(), b = ?compute(), c = %compute(), "message {}", compute());
    };
    log();
    assert_eq!(computed.get(), 0);
    let heard = captured(log);
    assert_eq!(computed.get(), 4);
    let fields: Vec<_> = ["a", "b", "c", "message"].map(|name| heard.events[0].field(name)).into();
    assert_eq!(fields, [Some("2"), Some("3"), Some("4"), Some("message 1")]);
}

#[test]
fn text_is_escaped_and_numbers_stay_numbers() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let evil = "x\n\u{1b}[2J\u{202e}";
    let heard = captured(|| ctx::warn!(ctx, %evil, debug = ?evil, "hello {evil}"));
    let event = &heard.events[0];
    assert_eq!(event.field("evil"), Some("x\\n\\u{1b}[2J\\u{202e}"));
    assert_eq!(event.field("debug"), Some("\"x\\n\\u{1b}[2J\\u{202e}\""));
    assert_eq!(event.field("message"), Some("hello x\\n\\u{1b}[2J\\u{202e}"));
}

/// The macro is an expression, in every place where `tracing`'s is.
#[tokio::test]
async fn where_it_can_stand() {
    fn in_a_match(ctx: &Ctx, n: Option<u32>) {
        match n {
            Some(n) => ctx::info!(ctx, n),
            None => ctx::info!(ctx, "none"),
        }
    }
    struct Holder {
        ctx: crate::identity::Turn,
    }
    impl Holder {
        fn log(&self) {
            ctx::info!(self.ctx, "a field of self");
        }
    }

    let turn = admit(&gate(), "acme");
    in_a_match(&turn, Some(1));
    in_a_match(&turn, None);
    let task = turn.spawn(async |ctx| {
        let n = tokio::task::yield_now().await;
        ctx::info!(ctx, ?n, "in a task that has to be `Send`");
        let _: () = ctx::debug!(ctx, "a value");
        [1, 2].iter().for_each(|n| ctx::trace!(ctx, n, "in a closure"));
    });
    task.await.unwrap();
    let log = |n: u32| ctx::error!(turn, n, "the value of a closure");
    (1..3).for_each(log);
    Holder { ctx: turn }.log();
}
