//! What `{:?}` shows: short, and nothing of a tenant's. A type that lands in a log or a panic message must not tell more.

use std::fmt::Debug;
use std::time::Duration;

use ctx::hops::{Attached, Detached, Platform};
use ctx::{Batch, Batcher, PerTenant, SingleFlight};
use futures_util::FutureExt;
use tokio::time::MissedTickBehavior;

use crate::identity::{Request, TenantId, Version, gate};

#[track_caller]
fn assert_shows(value: &dyn Debug, expected: &str) {
    assert_eq!(format!("{value:?}"), expected);
    let pretty = format!("{value:#?}");
    assert!(!pretty.contains("s3cret") && !pretty.contains("acme"), "{pretty}");
}

#[test]
fn of_every_type() {
    let gate = gate();
    let turn = gate.admission("chat").admit(TenantId("acme"), Version(4), Request::new("s3cret")).unwrap();
    let ctx = &*turn;
    assert_shows(&turn, "Turn(\"chat\", ..)");
    assert_shows(&ctx, "Ctx(\"chat\", ..)");
    assert_shows(&ctx.with_fields(Request::new("s3cret")), "Scoped(\"chat\", ..)");
    assert_shows(&ctx.detach("audit"), "Scoped(\"audit\", ..)");
    assert_shows(&ctx.stamp("s3cret"), "Stamped(\"chat\", ..)");
    assert_shows(&ctx.join_set::<String>(), "JoinSet { ctx: Ctx(\"chat\", ..), len: 0 }");
    assert_shows(&gate, "Gate { live: 1, closed: false }");
    assert_shows(&turn.canceller(), "Canceller(..)");
    assert_shows(
        &(Attached, Detached("purge"), Platform("sweep")),
        "(Attached, Detached(\"purge\"), Platform(\"sweep\"))",
    );
    let mut shown = None;
    let stream = turn.stream::<&str, _>(async |_, out| shown = Some(format!("{out:?}")));
    assert!(futures_util::StreamExt::next(&mut Box::pin(stream)).now_or_never().is_some());
    assert_eq!(shown.as_deref(), Some("Out(..)"));
    assert_shows(&turn.check(), "Ok(())");
    assert_shows(&turn.canceller().on_drop(), "CancelOnDrop(..)");
    assert_shows(&turn.check(), "Err(Error(Cancelled))");
}

#[tokio::test]
async fn of_what_is_a_tenants() {
    let gate = gate();
    let turn = gate.admission("chat").admit(TenantId("acme"), Version(4), Request::new("s3cret")).unwrap();
    let batch = Batch::by_tenant([turn.stamp("s3cret")]).remove(0);
    assert_shows(&batch, "Batch { messages: [Stamped(\"chat\", ..)] }");
    assert_shows(&turn.key("s3cret"), "TenantKey(..)");
    let state = PerTenant::new();
    state.get_or_init(&turn, |_| "s3cret");
    assert_shows(&state, "PerTenant { tenants: 1 }");
    let flight = SingleFlight::<&str, &str, _, _>::new("lookup");
    let mut call = Box::pin(flight.run(&turn, "s3cret", async |_| "s3cret"));
    assert!(call.as_mut().now_or_never().is_none());
    assert_shows(&flight, "SingleFlight { kind: \"lookup\", under_way: 1 }");
    let of_another_pin = gate.admit(TenantId("acme"), Version(5), Request::new("r1")).expect("open");
    let mut other = Box::pin(flight.run(&of_another_pin, "s3cret", async |_| "s3cret"));
    assert!(other.as_mut().now_or_never().is_none());
    assert_shows(&flight, "SingleFlight { kind: \"lookup\", under_way: 2 }");
    let timer = turn.timer(Attached, Duration::from_secs(1)).immediately().missed(MissedTickBehavior::Skip);
    assert_shows(&timer, "Timer { ctx: Ctx(\"chat\", ..), period: 1s, missed: Some(Skip), immediately: true }");
    let builder = Batcher::builder("audit").capacity(1);
    assert_shows(&builder, "BatcherBuilder { kind: \"audit\", max_size: 64, collect_for: 10ms, capacity: 1 }");
    let batcher = builder.start(&turn, async |_, _| ());
    assert_shows(&batcher, "Batcher { room: 1 }");
    batcher.try_send(&turn, "s3cret").unwrap();
    assert_shows(&batcher.try_send(&turn, "s3cret"), "Err(NotQueued { full: true, .. })");
}

/// The one place that names tenants, by their labels: that is what it is for.
#[test]
fn a_drain_report_shows_labels_and_no_more() {
    let gate = gate();
    let turn = gate.admit(TenantId("acme"), Version(1), Request::new("s3cret")).unwrap();
    let report = gate.drain_blocking(std::time::Duration::ZERO);
    let shown = format!("{report:?}");
    assert!(shown.contains("acme") && !shown.contains("s3cret"), "{shown}");
    drop(turn);
}
