//! What a shutdown says of what was still running.

use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::sleep;

use crate::identity::{TenantId, admit, gate};

#[tokio::test(start_paused = true)]
#[rustfmt::skip]
async fn kind_tenant_and_line_of_each() {
    let gate = gate();
    let mut expected = Vec::new();
    expected.push(("turn", Some("acme"), line!())); let turn = admit_here(&gate);
    expected.push(("chat", Some("globex"), line!())); let chat = gate.admission("chat").admit(TenantId("globex"), (), ()).unwrap();
    expected.push(("job", None, line!())); let job = gate.platform("job", ()).unwrap();
    expected.push(("job", Some("initech"), line!())); let served = gate.for_tenant(&job, TenantId("initech"), (), ()).unwrap();
    expected.push(("audit", Some("acme"), line!())); let audit = turn.detach("audit");
    expected.push(("billing", None, line!())); let billing = turn.platform("billing", ());
    expected.push(("export", Some("acme"), line!())); drop(turn.task("export").spawn(async |ctx| ctx.cancelled().await));
    expected.push(("local", Some("globex"), line!())); drop(chat.task("local").spawn_blocking(|_| std::thread::park_timeout(Duration::from_millis(20))));

    let report = gate.drain(Duration::ZERO).await;
    let mut found: Vec<_> = report.still_running().iter().map(|left| (left.kind(), left.tenant(), left.started_at().line())).collect();
    found.sort_by_key(|(.., line)| *line);
    assert_eq!(found, expected);
    assert!(report.still_running().iter().all(|left| left.started_at().file() == file!()));
    assert!(!report.is_clean());
    drop((billing, audit, served));
    drop((turn, chat, job));
    gate.idle().await;
}

#[track_caller]
fn admit_here(gate: &ctx::Gate) -> crate::identity::Turn {
    admit(gate, "acme")
}

#[tokio::test(start_paused = true)]
async fn how_many_hold_it_and_how_long() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let holders = |gate: &ctx::Gate| gate.still_running()[0].holders();
    assert_eq!(holders(&gate), 1);
    let derived = turn.map_fields(Clone::clone);
    assert_eq!(holders(&gate), 2);
    let task = turn.spawn(async |ctx| ctx.cancelled().await);
    let of_derived = derived.spawn(async |ctx| ctx.cancelled().await);
    assert_eq!(holders(&gate), 3, "a task of the derived context holds that one");
    let message = turn.stamp(());
    let items = turn.stream::<(), _>(async |_, _| ());
    assert_eq!(holders(&gate), 5);
    sleep(Duration::from_millis(1500)).await;

    let report = gate.drain(Duration::from_millis(500)).await;
    let left = &report.still_running()[0];
    assert_eq!((left.holders(), left.running_for()), (5, Duration::from_secs(2)));
    let text = report.to_string();
    let place = left.started_at();
    assert_eq!(text, format!("`turn` for tenant `acme`, started at {place}, running for 2.0s, 5 holders"));
    task.await.unwrap();
    of_derived.await.unwrap();
    drop(message);
    assert_eq!(items.count().await, 0);
    drop(derived);
    assert_eq!(holders(&gate), 1);
}

#[tokio::test(start_paused = true)]
async fn a_line_each() {
    let gate = gate();
    let turns = (admit(&gate, "acme"), gate.platform("job", ()).unwrap());
    let report = gate.drain(Duration::ZERO).await;
    let text = report.to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("`turn` for tenant `acme`, started at "), "{text}");
    assert!(lines[1].starts_with("`job` for no tenant, started at ") && lines[1].ends_with(", 1 holder"), "{text}");
    assert_eq!(report.still_running()[0].to_string(), lines[0]);
    drop(turns);
    assert!(gate.still_running().is_empty());
}

/// Of an open gate: what a status page asks.
#[tokio::test]
async fn what_is_alive_now() {
    let gate = gate();
    assert!(gate.still_running().is_empty());
    let turn = admit(&gate, "acme");
    let alive = gate.still_running();
    assert_eq!((alive.len(), alive[0].kind(), alive[0].tenant()), (1, "turn", Some("acme")));
    assert!(turn.check().is_ok() && !gate.is_closed());
}

/// A label is the application's code. This one is there until the turn is admitted, and gone when the report asks for it.
#[derive(Clone)]
struct Unspeakable(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl std::fmt::Display for Unspeakable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        assert!(!self.0.load(std::sync::atomic::Ordering::SeqCst), "no word for it");
        f.write_str("acme")
    }
}

impl ctx::Tenant for Unspeakable {}

#[test]
fn a_label_that_panics_does_not_stop_the_shutdown() {
    let gate = crate::identity::gate();
    let gone = std::sync::Arc::default();
    let turn = gate.admit(Unspeakable(std::sync::Arc::clone(&gone)), (), ()).unwrap();
    gone.store(true, std::sync::atomic::Ordering::SeqCst);
    let report = gate.drain_blocking(std::time::Duration::ZERO);
    assert!(turn.is_cancelled());
    assert_eq!(report.still_running()[0].tenant(), Some("(its label panicked)"));
}
