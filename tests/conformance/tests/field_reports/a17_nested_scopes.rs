//! A scope that is opened inside another one's closure: "already borrowed", a deadlock, or the outer value put back wrongly.
//! Values that log while they are logged: `tests/values_that_log.rs`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use support::{Ctx, Lines, admit, gate};

#[test]
fn the_innermost_value_wins_and_is_put_back() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let log = |message: &str| tracing::info!("{}", lines.text(message));
    turn.in_span(|ctx| {
        ctx.map_fields(|fields| fields.at("one")).in_span(|ctx| {
            log("one");
            ctx.map_fields(|fields| fields.at("two")).in_span(|ctx| {
                log("two");
                ctx.in_span(|_| log("two again"));
            });
            log("one again");
        });
        log("none");
    });
    for (message, step) in [
        ("one", Some("one")),
        ("two", Some("two")),
        ("two again", Some("two")),
        ("one again", Some("one")),
        ("none", None),
    ] {
        let line = lines.one(message);
        assert_eq!((line.field("step"), line.tenant()), (step, Some("acme")), "{message}");
    }
}

#[test]
fn a_scope_opened_while_unwinding() {
    struct OpensOnDrop<'c>(&'c Ctx, &'c Lines);
    impl Drop for OpensOnDrop<'_> {
        fn drop(&mut self) {
            let scope = self.0.map_fields(|fields| fields.at("cleanup"));
            scope.in_span(|_| tracing::info!("{}", self.1.text("cleanup")));
        }
    }

    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    turn.in_span(|ctx| {
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            let _cleanup = OpensOnDrop(ctx, &lines);
            panic!("unwinds");
        }));
        assert!(unwound.is_err());
        tracing::info!("{}", lines.text("after"));
    });
    assert_eq!(lines.one("cleanup").field("step"), Some("cleanup"));
    assert_eq!((lines.one("after").field("step"), lines.one("after").tenant()), (None, Some("acme")));
}
