//! Every form of an event that `tracing`'s macros take, field by field the same.

use std::fmt;

use crate::captured::{Captured, captured};
use crate::identity::{Ctx, admit, gate};

/// Logs the same with both, and compares.
macro_rules! same {
    ($ctx:ident, $($event:tt)+) => {
        assert_same(
            &captured(|| ctx::info!($ctx, $($event)+)),
            &captured(|| tracing::info!($($event)+)),
            stringify!($($event)+),
        )
    };
}

/// The forms that `event!` takes and `info!` does not.
macro_rules! same_as_event {
    ($ctx:ident, { $($fields:tt)* } $($message:tt)*) => {
        assert_same(
            &captured(|| ctx::info!($ctx, { $($fields)* } $($message)*)),
            &captured(|| tracing::event!(target: module_path!(), tracing::Level::INFO, { $($fields)* } $($message)*)),
            stringify!({ $($fields)* } $($message)*),
        )
    };
}

#[track_caller]
fn assert_same(ours: &Captured, theirs: &Captured, event: &str) {
    let ([ours], [theirs]) = (&ours.events[..], &theirs.events[..]) else { panic!("one event each: {event}") };
    assert_eq!(ours.by_name(), theirs.by_name(), "{event}");
    assert_eq!(ours.fields.len(), theirs.fields.len(), "{event}");
    assert_eq!((ours.level, &ours.target), (theirs.level, &theirs.target), "{event}");
}

struct User {
    name: &'static str,
    id: u64,
}

struct Shown;

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("displayed")
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("debugged")
    }
}

#[test]
fn messages() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let (x, user) = (3, User { name: "ann", id: 7 });
    same!(ctx, "plain");
    same!(ctx, "plain",);
    same!(ctx, "");
    same!(ctx, "a brace {{}} and {}", 1);
    same!(ctx, "{} {}", x, user.id);
    same!(ctx, "{} {}", x, user.id,);
    same!(ctx, "{x} {x:?} {x:>4}");
    same!(ctx, "{v} {}", 1, v = user.name);
    same!(ctx, "{0} {0} {1}", x, "b");
    same!(ctx, concat!("a", "b"));
    same!(ctx, message = "explicit");
    same!(ctx, message = %Shown);
    same!(ctx, "{}", format_args!("{}", x));
}

#[test]
fn fields_with_values() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let (x, user, flag) = (3, User { name: "ann", id: 7 }, true);
    same!(ctx, a = 1);
    same!(ctx, a = 1,);
    same!(ctx, a = 1, b = 2);
    same!(ctx, a = 1, b = 2,);
    same!(ctx, a = 1, "message");
    same!(ctx, a = 1, "message {}", x);
    same!(ctx, a = 1, b = "two", "message {} {y}", x, y = 4);
    same!(ctx, a = 1, "message",);
    same!(ctx, a = 1_u8, b = -1_i64, c = 0.5, d = true, e = 'c'.is_alphabetic(), f = "text");
    same!(ctx, a = ?Shown, b = %Shown);
    same!(ctx, a = ?Shown, b = %Shown,);
    same!(ctx, a = ?Shown, "message");
    same!(ctx, a = %Shown, "message {x}");
    same!(ctx, a.b = 1, a.b.c = %Shown, a.b.d = ?Shown, "message");
    same!(ctx, a.b = 1);
    same!(ctx, a.b = ?x);
    same!(ctx, a.b = %x,);
    same!(ctx, r#type = "raw", "message");
    same!(ctx, text = user.name, id = user.id, "message");
    same!(ctx, a = !flag, b = -x, c = x as u64, d = (1, 2).1, e = [1, 2][0], f = &*String::from("owned"));
    same!(ctx, a = if flag { 1 } else { 2 }, b = { x + 1 }, c = user.name.len(), "message");
    same!(ctx, a = ?user.name.chars().rev().collect::<String>(), b = ?vec![1, 2], c = %user.id + 1, "message");
    same!(ctx, a = Some(1), b = None::<u32>, c = Some("text"));
    same!(ctx, a = tracing::field::debug(&Shown), b = tracing::field::display(&Shown), c = tracing::field::Empty);
    same!(ctx, error = &fmt::Error as &(dyn std::error::Error + 'static), "failed");
    same!(ctx, a = user.name == "ann" && flag, "message");
}

#[test]
fn fields_by_their_names() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let (x, y, shown, user) = (3, "why", Shown, User { name: "ann", id: 7 });
    same!(ctx, x);
    same!(ctx, x,);
    same!(ctx, x, y);
    same!(ctx, x, "message");
    same!(ctx, x, y, "message {}", 1);
    same!(ctx, ?shown);
    same!(ctx, %shown);
    same!(ctx, ?shown,);
    same!(ctx, %shown,);
    same!(ctx, ?x, %y, "message");
    same!(ctx, %x, ?y, z = 1, x.again = x, "message {x}");
    same!(ctx, x, ?shown, b = 2, "message");
    same!(ctx, b = 2, x, %shown, "message");
    same!(ctx, user.name);
    same!(ctx, user.name, user.id, "message");
    same!(ctx, ?user.name, %user.id, "message");
    same!(ctx, %user.name);
}

#[test]
fn names_that_are_text() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let x = 3;
    same_as_event!(ctx, { "a name" = 1 });
    same_as_event!(ctx, { "a name" = 1, "b-c" = ?x, "d/e" = %x });
    same_as_event!(ctx, { "a name" = 1, b = 2 }, "message {x}");
    same!(ctx, a = 1, "b-c" = 2, "d/e" = ?x, "message");
    same!(ctx, a = 1, "b-c" = %x);
    same!(ctx, a = 1, "b-c" = %x,);
}

#[test]
fn fields_in_braces() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let (x, shown) = (3, Shown);
    same!(ctx, { a = 1 }, "message");
    same!(ctx, { a = 1, b = ?x, x, %shown }, "message {}", x);
    same!(ctx, { a = 1, b = 2, }, "message");
    same!(ctx, { x, ?shown, }, "message");
    same_as_event!(ctx, { a = 1, b = ?x });
    same_as_event!(ctx, { a = 1, x, });
    same_as_event!(ctx, {}, "message");
}

#[test]
fn names_that_are_constants() {
    const KEY: &str = "a-key";
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let x = 3;
    same_as_event!(ctx, { { KEY } = 1 });
    same_as_event!(ctx, { { KEY } = ?x, a = 1, { "b" } = %x }, "message");
    same!(ctx, a = 1, { KEY } = x, "message");
}

#[test]
fn targets() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let (x, shown) = (3, Shown);
    same!(ctx, target: "app::audit", "message");
    same!(ctx, target: "app::audit", a = 1);
    same!(ctx, target: "app::audit", a = 1, ?shown, "message {x}");
    same!(ctx, target: "app::audit", ?shown, "message");
    same!(ctx, target: "app::audit", x, "message");
    same!(ctx, target: "app::audit", { a = 1, x }, "message {}", x);
    same!(ctx, target: concat!("app", "::", "other"), %shown);
}

#[test]
fn names_of_events() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    same!(ctx, name: "paid", a = 1, "message");
    same!(ctx, name: "paid", "message");
    same!(ctx, name: "paid", target: "app::audit", "message");
    let named = captured(|| ctx::info!(ctx, name: "paid", a = 1));
    assert_eq!(named.events[0].name, "paid");
}

#[test]
fn a_few_dozen_fields() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    same!(
        ctx, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9, a10 = 10, b1 = ?1, b2 = ?2, b3 = ?3,
        b4 = ?4, b5 = ?5, b6 = ?6, b7 = ?7, b8 = ?8, b9 = ?9, b10 = ?10, c1 = %1, c2 = %2, c3 = %3, c4 = %4, c5 = %5,
        c6 = %6, c7 = %7, c8 = %8, c9 = %9, c10 = %10, "message"
    );
}

#[test]
fn each_level() {
    let turn = admit(&gate(), "acme");
    let ctx: &Ctx = &turn;
    let ours = captured(|| {
        ctx::error!(ctx, a = 1, "message");
        ctx::warn!(ctx, a = 1, "message");
        ctx::info!(ctx, a = 1, "message");
        ctx::debug!(ctx, a = 1, "message");
        ctx::trace!(ctx, a = 1, "message");
        ctx::trace!(ctx, target: "app", "message");
    });
    let theirs = captured(|| {
        tracing::error!(a = 1, "message");
        tracing::warn!(a = 1, "message");
        tracing::info!(a = 1, "message");
        tracing::debug!(a = 1, "message");
        tracing::trace!(a = 1, "message");
        tracing::trace!(target: "app", "message");
    });
    assert_eq!(ours.events.len(), 6);
    for (ours, theirs) in ours.events.iter().zip(&theirs.events) {
        assert_eq!((ours.level, &ours.target, ours.by_name()), (theirs.level, &theirs.target, theirs.by_name()));
    }
}
