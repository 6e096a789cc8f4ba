//! `ctx::testing`: what a test of an application sees.

use std::time::Duration;

use ctx::hops::{Attached, Detached, Platform};
use ctx::testing::{TestTurn, platform, turn};
use support::{AgentPin, Ctx, TenantId, TurnFields, panic_of, raw};
use tokio::task::LocalSet;

type Turn = TestTurn<TenantId, AgentPin, TurnFields>;

fn acme() -> Turn {
    turn(TenantId("acme"), AgentPin { version: 4 }, TurnFields::new())
}

/// What an application does: in tasks, blocking work, and a derived context.
async fn import(ctx: &Ctx) {
    ctx::info!(ctx, "begins");
    ctx.spawn(async |_| tracing::info!("in a task")).await.unwrap();
    let step = ctx.map_fields(|fields| fields.at("count"));
    step.spawn_blocking(|_| tracing::info!("blocking")).await.unwrap();
    ctx.detach("audit").spawn(async |_| tracing::info!("detached")).await.unwrap();
    ctx.platform("billing", ()).spawn(async |_| tracing::info!("for the platform")).await.unwrap();
}

#[tokio::test]
async fn a_log_of_all_that_was_started_under_the_turn() {
    let turn = acme();
    import(&turn).await;
    tracing::info!("outside of the turn");
    let log = turn.log();
    let messages: Vec<_> = log.records().iter().map(ctx::logs::Record::message).filter(|m| *m != "ended").collect();
    assert_eq!(messages, ["begins", "in a task", "blocking", "detached", "for the platform"]);
    log.assert_logged("blocking");
    log.assert_not_logged("outside of the turn");
    let tenants: Vec<_> = log.records().iter().map(|record| record.field("tenant").is_some()).collect();
    assert_eq!(tenants.iter().filter(|has| !**has).count(), 2, "the platform's line and its end have no tenant");
    turn.assert_nothing_running();
}

#[test]
fn what_the_assertions_say_when_they_fail() {
    let turn = acme();
    let empty = panic_of(|| turn.log().assert_logged("imported"));
    assert_eq!(empty.message, "`imported` was not logged; nothing was");
    assert_eq!(panic_of(|| turn.log().assert_every("tenant", "acme")).message, "nothing was logged");
    turn.log().assert_not_logged("imported");

    ctx::info!(turn, row = 1, "one");
    ctx::warn!(turn, row = 2, "two");
    let (missing, line) = (panic_of(|| turn.log().assert_logged("imported")), line!());
    assert_eq!(missing.message, "`imported` was not logged; logged were `one`, `two`");
    assert_eq!(missing.place, format!("{}:{line}", file!()), "at the line of the test");
    let unwanted = panic_of(|| turn.log().assert_not_logged("tw"));
    assert_eq!(unwanted.message, "`tw` was logged; logged were `one`, `two`");
    let different = panic_of(|| turn.log().assert_every("row", 1));
    assert_eq!(different.message, "`row` is not `1` but Some(\"2\") in `two`");
    let absent = panic_of(|| turn.log().assert_every("column", 1));
    assert_eq!(absent.message, "`column` is not `1` but None in `one`");
    turn.log().assert_every("kind", "turn");
}

#[tokio::test(start_paused = true)]
#[rustfmt::skip]
async fn every_hop_is_listed_with_its_line() {
    let turn = acme();
    let mut expected = Vec::new();
    let mut started = |kind: &'static str, name: &'static str, line: u32| expected.push((kind, name, line));
    let in_local_set = async {
        started("task", "turn", line!()); turn.spawn(async |_| ()).await.unwrap();
        started("task", "audit", line!()); turn.task("audit").spawn(async |_| ()).await.unwrap();
        started("blocking", "count", line!()); turn.task("count").spawn_blocking(|_| ()).await.unwrap();
        started("local task", "turn", line!()); turn.spawn_local(async |_| ()).await.unwrap();
        started("task", "mail", line!()); turn.detach("mail").spawn(async |_| ()).await.unwrap();
        started("task", "billing", line!()); turn.platform("billing", ()).spawn(async |_| ()).await.unwrap();
        started("blocking", "turn", line!()); turn.spawn_blocking(|_| ()).await.unwrap();
        let mut set = turn.join_set();
        started("task", "turn", line!()); set.spawn(async |_| ());
        started("blocking", "turn", line!()); set.spawn_blocking(|_| ());
        started("local task", "turn", line!()); set.spawn_local(async |_| ());
        set.join_all().await;
        started("thread", "turn", line!()); raw::joined(turn.thread("t", |_| ()).unwrap()).await.unwrap();
        started("bound closure", "turn", line!()); turn.bind(|_| ())();
        started("bound closure", "turn", line!()); turn.bind_mut(|_, ()| ())(());
        started("bound closure", "turn", line!()); turn.bind_fn(|_, ()| ())(());
        started("carried future", "turn", line!()); turn.carry(async |_| ()).await;
        started("carried future", "turn", line!()); let each = turn.carry_each(async |_, ()| ());
        each(()).await;
        each(()).await;
        started("message", "turn", line!()); turn.stamp(7).map(|n| n + 1).open_sync(|_, n| assert_eq!(n, 8));
        started("stream", "turn", line!()); drop(turn.stream::<(), _>(async |_, _| ()));
        started("timer", "turn", line!()); turn.after(Attached, Duration::ZERO, async |_| ()).await.unwrap().unwrap();
        started("timer", "purge", line!()); turn.after(Detached("purge"), Duration::ZERO, async |_| ()).await.unwrap().unwrap();
        started("timer", "sweep", line!()); turn.every(Platform("sweep"), Duration::from_millis(1), async |_| ()).abort();
        // Of work, and of a derived context.
        turn.spawn(async |ctx| ctx.with_fields(()).spawn(async |_| ()).await.unwrap()).await.unwrap();
    };
    LocalSet::new().run_until(in_local_set).await;

    let hops = turn.hops();
    let found: Vec<_> = hops.iter().map(|hop| (hop.kind(), hop.name(), hop.started_at().line())).collect();
    assert_eq!(found[..expected.len()], expected);
    assert_eq!(found.len(), expected.len() + 2, "a task and one inside it");
    assert!(hops.iter().all(|hop| hop.started_at().file() == file!()));
    tokio::task::yield_now().await;
    turn.assert_nothing_running();
}

#[tokio::test]
async fn what_is_still_running() {
    let turn = acme();
    let anonymous = turn.spawn(async |ctx| ctx.cancelled().await);
    let named = turn.task("audit").spawn(async |ctx| ctx.cancelled().await);
    let said = panic_of(|| turn.assert_nothing_running());
    assert!(said.message.starts_with("work of the turn is still running:\n"), "{said:?}");
    assert_eq!(said.message.lines().count(), 3, "the turn, which a task holds, and the named task: {said:?}");
    assert!(said.message.contains("`audit` for tenant `acme`"), "{said:?}");

    turn.turn().cancel();
    anonymous.await.unwrap();
    named.await.unwrap();
    turn.assert_nothing_running();
    assert!(turn.gate().drain(Duration::ZERO).await.still_running().len() == 1, "the test's own turn");
    assert!(turn.check().unwrap_err().is_shut_down());
}

#[test]
fn a_message_that_was_not_opened_is_still_there() {
    let turn = acme();
    let message = turn.stamp(1);
    assert!(panic_of(|| turn.assert_nothing_running()).message.contains("2 holders"));
    message.open_sync(|_, _| ());
    turn.assert_nothing_running();
}

#[test]
fn platform_work_has_no_tenant() {
    let job = platform("sweep", ());
    ctx::info!(job, "swept");
    job.log().assert_every("kind", "sweep");
    assert_eq!(job.log().records()[0].field("tenant"), None);
    assert_eq!(format!("{job:?}"), "TestTurn(\"sweep\", ..)");
}

/// Turns of tests that run at the same time, with everything mixed on two workers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_turns_do_not_see_each_others_log() {
    let turns = [acme(), turn(TenantId("globex"), AgentPin { version: 5 }, TurnFields::new())];
    let mut tasks = Vec::new();
    for number in 0..50 {
        for turn in &turns {
            tasks.push(turn.spawn(async move |ctx| {
                ctx::info!(ctx, "{} {number}", ctx.tenant());
                tokio::task::yield_now().await;
                tracing::info!("{} {number}, plain", ctx.tenant());
            }));
        }
    }
    for task in tasks {
        task.await.unwrap();
    }
    for (turn, tenant) in turns.iter().zip(["acme", "globex"]) {
        let log = turn.log();
        assert_eq!(log.records().len(), 100);
        log.assert_every("tenant", tenant);
        assert!(log.records().iter().all(|record| record.message().starts_with(tenant)));
        assert_eq!(turn.hops().len(), 50);
    }
}

/// One turn inside the span of the other's, as when one test helper calls another.
#[test]
fn a_turn_inside_another_one() {
    let outer = acme();
    let inner = outer.in_span(|_| turn(TenantId("globex"), AgentPin { version: 5 }, TurnFields::new()));
    outer.in_span(|_| inner.in_span(|_| tracing::info!("of the inner one")));
    inner.log().assert_every("tenant", "globex");
    outer.log().assert_not_logged("of the inner one");
}

#[test]
fn a_panic_is_in_the_log() {
    let turn = acme();
    let said = panic_of(turn.bind(|_| panic!("no such row")));
    assert_eq!(said.message, "no such row");
    let log = turn.log();
    log.assert_logged("a hop panicked");
    log.assert_every("panic", "no such row");
    assert_eq!(log.records()[0].level(), tracing::Level::ERROR);
}

/// A record says all that was logged.
#[test]
fn what_a_record_knows() {
    let turn = acme();
    let before = std::time::SystemTime::now();
    ctx::debug!(turn, target: "app", rows = 3_u32, ratio = 0.5, open = true, delta = -1, "loaded");
    let log = turn.log();
    let record = &log.records()[0];
    assert_eq!((record.target(), record.message(), record.level()), ("app", "loaded", tracing::Level::DEBUG));
    assert!(record.time() >= before);
    use ctx::logs::Value::{Bool, Float, Signed, Unsigned};
    assert_eq!(record.field("rows"), Some(&Unsigned(3)));
    assert_eq!(record.field("ratio"), Some(&Float(0.5)));
    assert_eq!(record.field("open"), Some(&Bool(true)));
    assert_eq!(record.field("delta"), Some(&Signed(-1)));
    let names: Vec<_> = record.fields().map(|(name, _)| name).collect();
    assert_eq!(names, ["kind", "tenant", "pin", "request_id", "rows", "ratio", "open", "delta"]);
}
