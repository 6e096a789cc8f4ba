//! What may go to another thread, and what a panic leaves whole: checked when this file is compiled.

use std::cell::Cell;
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind};
use std::rc::Rc;

use ctx::{
    Batch, Batcher, CancelOnDrop, Canceller, DrainReport, Error, Gate, JoinSet, NoTenant, PerTenant, Scoped,
    SingleFlight, Stamped, StillRunning, TenantKey,
};
use futures_util::{FutureExt, sink, stream};

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
    send::<Batch<Cell<u8>, TenantId>>();
    sync::<Batch<u8, TenantId>>();
    // One value at a time goes through.
    sync::<Batcher<u8, TenantId>>();
    send::<Batcher<u8, TenantId>>();
    sync::<SingleFlight<u8, u8, TenantId, Version>>();
    send::<SingleFlight<u8, u8, TenantId, Version>>();
    sync::<PerTenant<TenantId, u8>>();
    send::<PerTenant<TenantId, u8>>();
    send::<TenantKey<Cell<u8>, TenantId>>();
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
    sends(&turn.stamp(1).open_ref(async |_, n| *n));
    let goes = Cell::new(1);
    sends(&turn.carry_stream(stream::poll_fn(move |_| std::task::Poll::Ready(Some(goes.get())))));
    sends(&turn.carry_sink(sink::drain::<u8>()));
    let batch = || Batch::by_tenant([turn.stamp(1)]).remove(0);
    sends(&batch().open("batch", async |_, numbers| numbers));
    sends(&async {
        let batch = batch();
        batch.open_ref("batch", async |_, numbers| numbers.len()).await
    });
    let flight = SingleFlight::new("flight");
    sends(&flight.run(&turn, 7, async |_| 1));
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
