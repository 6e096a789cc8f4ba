//! A context that is entered again below another one: a subscriber does not make a span current that is entered already, so the
//! lines of code that takes no ctx would show the one in between, which may be another tenant's.

use ctx::logs::Value;
use support::{Lines, admit, gate};

#[track_caller]
fn tenant_of(lines: &Lines, message: &str) -> String {
    lines.one(message).field("tenant").unwrap_or("none").to_owned()
}

#[test]
fn a_callback_of_a_tenant_called_by_the_work_of_another_one() {
    let gate = gate();
    let lines = Lines::capture();
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let called_back = acme.bind_fn(|_, text: String| tracing::info!("{text}"));
    acme.in_span(|_| {
        globex.in_span(|_| {
            called_back(lines.text("called back"));
            tracing::info!("{}", lines.text("in between"));
        });
        tracing::info!("{}", lines.text("afterwards"));
    });
    assert_eq!(tenant_of(&lines, "called back"), "acme");
    assert_eq!(tenant_of(&lines, "in between"), "globex");
    assert_eq!(tenant_of(&lines, "afterwards"), "acme");
}

#[test]
fn platform_work_called_by_a_tenants_that_platform_work_called() {
    let gate = gate();
    let lines = Lines::capture();
    let (platform, acme) = (gate.platform("sweep", ()).unwrap(), admit(&gate, "acme"));
    let called_back = platform.bind_fn(|_, text: String| tracing::info!("{text}"));
    platform.in_span(|_| acme.in_span(|_| called_back(lines.text("called back"))));
    assert_eq!(tenant_of(&lines, "called back"), "none");
}

#[test]
fn a_context_below_one_derived_from_it() {
    let gate = gate();
    let lines = Lines::capture();
    let turn = admit(&gate, "acme");
    let step = turn.map_fields(|fields| fields.at("step"));
    turn.in_span(|turn| step.in_span(|_| turn.in_span(|_| tracing::info!("{}", lines.text("the turn itself")))));
    assert_eq!(lines.one("the turn itself").field("step"), None);
}

#[tokio::test]
async fn at_every_poll_and_for_a_message_opened_on_the_way() {
    let gate = gate();
    let lines = Lines::capture();
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let (outer, inner) = (acme.stamp(()), acme.stamp(lines.text("opened inside")));
    let work = outer.open(async |_: &support::Ctx, ()| {
        globex
            .in_span_async(async |_| {
                inner
                    .open(async |_: &support::Ctx, text| {
                        tokio::task::yield_now().await;
                        tracing::info!("{text}");
                    })
                    .await;
                tokio::task::yield_now().await;
                tracing::info!("{}", lines.text("in between"));
            })
            .await;
    });
    work.await;
    assert_eq!(tenant_of(&lines, "opened inside"), "acme");
    assert_eq!(tenant_of(&lines, "in between"), "globex");
}

/// Whatever code does to the span of a turn or writes into an event: a line does not look like another tenant's.
#[test]
fn fields_of_a_turn_are_not_written_over() {
    let turn = ctx_testing_turn();
    turn.in_span(|_| {
        tracing::Span::current().record("tenant", "globex");
        ctx::info!(turn, tenant = "globex", kind = "mine", "an event's own");
        tracing::info_span!("step", tenant = "globex").in_scope(|| tracing::info!("below a span"));
    });
    let log = turn.log();
    log.assert_every("tenant", "acme");
    log.assert_every("kind", "turn");
    let record = log.records().iter().find(|record| record.message() == "an event's own").unwrap();
    assert_eq!(record.field("tenant_"), Some(&Value::Text("globex".to_owned())));
}

fn ctx_testing_turn() -> ctx::testing::TestTurn<support::TenantId, support::AgentPin, support::TurnFields> {
    let registry = tracing_subscriber::registry();
    let subscriber = tracing_subscriber::layer::SubscriberExt::with(registry, ctx::testing::layer());
    // For this thread alone: the process has a subscriber that captures for all tests.
    std::mem::forget(tracing::subscriber::set_default(subscriber));
    ctx::testing::turn(support::TenantId("acme"), support::AgentPin { version: 4 }, support::TurnFields::new())
}
