//! What may go to another thread, and what a panic leaves whole: checked when this file is compiled.

use std::cell::Cell;
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind};
use std::rc::Rc;

use ctx::{CancelOnDrop, Canceller, DrainReport, Error, Gate, JoinSet, NoTenant, Scoped, Stamped, StillRunning};
use futures_util::FutureExt;

use crate::identity::{Ctx, Request, TenantId, Turn, Version, admit, gate};

fn send<T: Send>() {}
fn sync<T: Sync>() {}
fn unwind_safe<T: UnwindSafe + RefUnwindSafe>() {}
fn is_static<T: 'static>() {}

#[test]
fn of_the_types() {
    send::<Ctx>();
    sync::<Ctx>();
    is_static::<Ctx>();
    unwind_safe::<Ctx>();
    send::<Turn>();
    sync::<Turn>();
    unwind_safe::<Turn>();
    send::<Scoped<'_, TenantId, Version, Request>>();
    sync::<Scoped<'_, TenantId, Version, Request>>();
    unwind_safe::<Scoped<'_, TenantId>>();
    // A message is what its value is.
    send::<Stamped<Cell<u8>, TenantId>>();
    sync::<Stamped<u8, TenantId>>();
    unwind_safe::<Stamped<u8, TenantId>>();
    send::<JoinSet<'_, String, TenantId>>();
    sync::<JoinSet<'_, String, TenantId>>();
    send::<(Gate, Canceller, CancelOnDrop, Error, DrainReport, StillRunning, NoTenant)>();
    sync::<(Gate, Canceller, CancelOnDrop, Error, DrainReport, StillRunning, NoTenant)>();
    send::<ctx::hops::Out<u8>>();
}

fn sends<T: Send>(_: &T) {}

#[test]
fn what_holds_only_what_is_send_is_send() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let goes = Cell::new(1);
    sends(&turn.bind(move |_| goes.get()));
    sends(&turn.carry(async move |_| 1));
    sends(&turn.carry_each(async |_, n: u8| n));
    sends(&turn.stream::<u8, _>(async move |_, out| out.send(1).await));
    sends(&turn.stamp(Cell::new(1)).open_sync(|_, n| n));
    sends(&turn.until_done(async { tokio::task::yield_now().await }));
    sends(&turn.in_span_async(async |_| tokio::task::yield_now().await));
}

/// And what holds something that stays is still made, for who stays.
#[test]
fn what_holds_something_that_stays_can_be_made() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let stays = Rc::new(1);
    let (one, two) = (Rc::clone(&stays), Rc::clone(&stays));
    assert_eq!(turn.bind(move |_| *one)(), 1);
    assert_eq!(turn.carry(async move |_| *two).now_or_never(), Some(1));
    assert_eq!(turn.stamp(stays).open_sync(|_, stays| *stays), 1);
}

/// A ctx may be looked at again after a panic, without `AssertUnwindSafe`.
#[test]
fn a_ctx_is_whole_after_a_panic() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let ctx: &Ctx = &turn;
    assert!(catch_unwind(|| assert_eq!(ctx.tenant().0, "globex")).is_err());
    assert_eq!(ctx.tenant().0, "acme");
}
