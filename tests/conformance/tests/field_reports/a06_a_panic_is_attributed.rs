//! A panic in work whose handle was dropped is lost, or has a stack and no request.

use std::time::Duration;

use ctx::hops::{Attached, Detached};
use futures_util::StreamExt;
use support::{Lines, Turn, admit, gate, raw};
use tokio::runtime::Builder;
use tokio::task::LocalSet;

/// Name, line, and how to start work that panics with this text and let go of it.
type Helper = (&'static str, u32, fn(&Turn, String));

const TICK: Duration = Duration::from_millis(1);

#[rustfmt::skip]
const HELPERS: [Helper; 13] = [
    ("task", line!(), |turn, text| drop(turn.spawn(async move |_| boom(text)))),
    ("local task", line!(), |turn, text| drop(turn.spawn_local(async move |_| boom(text)))),
    ("blocking", line!(), |turn, text| drop(turn.spawn_blocking(move |_| boom(text)))),
    ("thread", line!(), |turn, text| drop(turn.thread("t", move |_| boom(text)))),
    ("task", line!(), |turn, text| drop(turn.task("named").spawn(async move |_| boom(text)))),
    ("blocking", line!(), |turn, text| drop(turn.task("named").spawn_blocking(move |_| boom(text)))),
    ("timer", line!(), |turn, text| drop(turn.every(Attached, TICK, async move |_| boom(text)))),
    ("timer", line!(), |turn, text| drop(turn.after(Detached("after"), TICK, async move |_| boom(text)))),
    ("task", line!(), |turn, text| { let mut set = turn.join_set(); set.spawn(async move |_| boom(text)); set.release_all() }),
    ("bound closure", line!(), |turn, text| drop(raw::thread(turn.bind(move |_| boom(text))))),
    ("carried future", line!(), |turn, text| drop(raw::task(turn.carry(async move |_| boom(text))))),
    ("stream", line!(), |turn, text| { let items = turn.stream::<(), _>(async move |_, _| boom(text)); drop(raw::task(items.collect::<Vec<_>>())) }),
    ("message", line!(), |turn, text| { let message = turn.stamp(text); drop(raw::task(message.open(async |_: &support::Ctx, text| boom(text)))) }),
];

fn boom(text: String) {
    panic!("{text}")
}

#[test]
fn every_helper_reports_tenant_request_and_line() {
    // One worker and one blocking thread, so that whoever comes next gets the thread that panicked.
    let runtime = Builder::new_multi_thread().worker_threads(1).max_blocking_threads(1).enable_time().build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let (turn, other) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let request = turn.fields().request_id.to_string();
    LocalSet::new().block_on(&runtime, async {
        for (at, (_, _, start)) in HELPERS.iter().enumerate() {
            start(&turn, lines.text(at));
        }
        // Another tenant on the same threads.
        let (task, blocking) = (lines.text("other task"), lines.text("other blocking"));
        other.spawn(async move |_| tracing::info!("{task}")).await.unwrap();
        other.spawn_blocking(move |_| tracing::info!("{blocking}")).await.unwrap();
        drop((turn, other));
        gate.idle().await;
    });
    for (at, (hop, line, _)) in HELPERS.iter().enumerate() {
        let report = lines.one(&at.to_string());
        assert_eq!(report.target, "ctx::panic");
        assert_eq!((report.tenant(), report.field("request_id")), (Some("acme"), Some(&*request)), "{hop}");
        assert_eq!(report.field("hop"), Some(*hop));
        let site = report.field("spawned_at").unwrap();
        assert!(site.starts_with(&format!("{}:{line}:", file!())), "{hop}: {site}, not line {line}");
    }
    for message in ["other task", "other blocking"] {
        assert_eq!(lines.one(message).tenant(), Some("globex"));
    }
}

#[tokio::test]
async fn the_payload_reaches_the_handle_unchanged() {
    #[derive(Debug, PartialEq)]
    struct Payload(u32);

    let gate = gate();
    let turn = admit(&gate, "acme");
    let task: tokio::task::JoinHandle<()> = turn.spawn(async |_| std::panic::panic_any(Payload(7)));
    let payload = task.await.unwrap_err().into_panic();
    assert_eq!(payload.downcast_ref(), Some(&Payload(7)));
    let thread = turn.thread("t", |_| std::panic::panic_any(Payload(8))).unwrap();
    let payload = raw::joined::<()>(thread).await.unwrap_err();
    assert_eq!(payload.downcast_ref(), Some(&Payload(8)));
    let reports = Lines::by_field("panic", "(the panic has no message)");
    let request = turn.fields().request_id.to_string();
    assert_eq!(reports.iter().filter(|report| report.field("request_id") == Some(&request)).count(), 2);
}

/// A function that returns a future may do something before: that is work of the hop as well.
#[tokio::test]
async fn a_panic_before_the_future_is_made() {
    fn eager(ctx: &support::Ctx) -> impl Future<Output = ()> + Send + use<> {
        let version = ctx.pin().version;
        tracing::info!("<eager>in the span?");
        assert!(version > 1000, "<eager>boom {}", ctx.fields().request_id);
        async {}
    }

    let gate = gate();
    let _capture = Lines::capture();
    let turn = admit(&gate, "acme");
    let request = turn.fields().request_id.to_string();
    let (boom, hops) =
        (format!("<eager>boom {request}"), ["task", "carried future", "timer", "carried future", "message"]);
    assert!(turn.spawn(eager).await.unwrap_err().is_panic());
    assert!(raw::task(turn.carry(eager)).await.unwrap_err().is_panic());
    assert!(turn.after(Attached, TICK, eager).await.unwrap_err().is_panic());
    let each = turn.carry_each(|ctx: &support::Ctx, ()| eager(ctx));
    assert!(raw::task(each(())).await.unwrap_err().is_panic());
    let opened = turn.stamp(()).open(|ctx: &support::Ctx, ()| eager(ctx));
    assert!(raw::task(opened).await.unwrap_err().is_panic());

    let reports = Lines::by_field("panic", boom);
    let found: Vec<_> = reports.iter().map(|report| report.field("hop").unwrap()).collect();
    assert_eq!(found, hops);
    assert!(reports.iter().all(|report| report.tenant() == Some("acme")));
    let plain = Lines::by_field("request_id", request);
    assert_eq!(plain.iter().filter(|line| line.message == "<eager>in the span?").count(), hops.len());
}
