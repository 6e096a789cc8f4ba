//! Old code that calls migrated code: it goes on with the turn that it was called from, where that can be known.
//!
//! These tests count by line, so each has lines of its own.

use std::panic::Location;
use std::time::Duration;

use bridge::{BRIDGE, Old, gate, set_pin, set_tenant, tenant};
use support::{AgentPin, Ctx, TenantId, Turn, TurnFields, admit, raw};

/// What a generated `context.rs` has: a turn with what old code finds. The rest of the fields is not ambient here.
#[track_caller]
fn seam() -> Turn {
    let old = Old::here();
    let fields = TurnFields { request_id: old.request.unwrap_or(0), step: None };
    BRIDGE.turn(TenantId(old.tenant.unwrap_or("default")), AgentPin { version: old.pin }, fields)
}

/// Same and new turns of the seam that was passed at this line.
fn counted(at: &Location<'_>, lines_below: u32) -> (u64, u64) {
    let line = at.line() + lines_below;
    let seams = BRIDGE.seams();
    let seam = seams.iter().find(|seam| seam.at().file() == at.file() && seam.at().line() == line);
    seam.map_or((0, 0), |seam| (seam.same_turn(), seam.new_turn()))
}

fn is_same(seam: &Turn, ctx: &Ctx) -> bool {
    seam.span_id() == ctx.span_id()
}

/// Enables spans, whose ids tell contexts apart.
fn turn_with_a_span(tenant: &'static str) -> Turn {
    drop(support::Lines::capture());
    admit(&gate(), tenant)
}

#[test]
fn below_a_hop_it_is_the_same_turn() {
    let turn = turn_with_a_span("acme");
    let limited = turn.with_time_limit(Duration::from_secs(60));
    let here = Location::caller();
    limited.bind(|ctx| {
        let below = seam();
        assert!(is_same(&below, ctx));
        assert_eq!(below.deadline(), ctx.deadline());
        turn.cancel();
        assert!(below.is_cancelled());
    })();
    let _ = here;
    let at = Location::caller();
    turn.in_span(|_| drop(seam()));
    assert_eq!(counted(at, 1), (1, 0));
}

#[test]
fn it_keeps_the_turn_alive() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let below = turn.in_span(|_| seam());
    drop(turn);
    assert_eq!(gate.live(), 1);
    drop(below);
    assert_eq!(gate.live(), 0);
}

#[test]
fn where_old_code_has_set_another_tenant_it_is_a_new_turn() {
    let turn = turn_with_a_span("acme");
    turn.in_span(|ctx| {
        set_tenant(Some("globex"));
        let at = Location::caller();
        let other = seam();
        assert_eq!(counted(at, 1), (0, 1));
        assert!(!is_same(&other, ctx));
        assert_eq!(other.tenant().0, "globex");
        ctx.check().unwrap();
        turn.cancel();
        other.check().expect("nobody cancels it");

        set_tenant(Some("acme"));
        assert!(is_same(&seam(), ctx));
        set_pin(77);
        assert!(!is_same(&seam(), ctx));
    });
}

#[tokio::test]
async fn from_poll_to_poll_and_nested() {
    let (acme, globex) = (turn_with_a_span("acme"), turn_with_a_span("globex"));
    let work = acme.spawn(async move |ctx| {
        for _ in 0..3 {
            assert!(is_same(&seam(), ctx));
            tokio::task::yield_now().await;
            globex
                .in_span_async(async |inner| {
                    assert!(is_same(&seam(), inner));
                    tokio::task::yield_now().await;
                    assert!(is_same(&seam(), inner));
                    // A seam is a turn as any other: its hops go down again.
                    let below = seam();
                    below.spawn(async |ctx| assert!(is_same(&seam(), ctx))).await.unwrap();
                })
                .await;
        }
    });
    work.await.unwrap();
}

#[tokio::test]
async fn after_a_hop_of_the_old_codes_it_is_a_new_turn() {
    let turn = turn_with_a_span("acme");
    let work = turn.spawn(async |ctx| {
        let by_hand = tenant();
        // The old code brings its tenant along, and nothing else.
        let other = raw::task(async move {
            set_tenant(by_hand.map(|tenant| tenant.0));
            let other = seam();
            set_tenant(None);
            other
        });
        let other = other.await.unwrap();
        assert!(!is_same(&other, ctx));
        assert_eq!((other.tenant(), other.kind()), (ctx.tenant(), "seam"));
    });
    work.await.unwrap();
}

#[test]
fn fields_of_another_type_in_between() {
    let turn = turn_with_a_span("acme");
    let step = turn.with_fields(());
    step.in_span(|_| {
        let below = seam();
        assert_eq!(below.fields(), turn.fields());
        assert!(!is_same(&below, &turn), "it has a span of its own, with these fields");
        turn.cancel();
        assert!(below.is_cancelled(), "and the same turn");
    });
}

#[test]
fn platform_work_is_no_tenants_turn() {
    let turn = turn_with_a_span("acme");
    turn.in_span(|ctx| {
        ctx.platform("sweep", ()).in_span(|_| {
            let other = seam();
            assert_eq!(other.tenant().0, "default");
        });
    });
}

#[test]
fn slots_that_do_not_all_count() {
    let turn = turn_with_a_span("acme");
    turn.in_span(|ctx| {
        let unknown = TurnFields { request_id: 0, step: None };
        let pin = ctx.pin().clone();
        let same = BRIDGE.turn_if(*ctx.tenant(), pin.clone(), unknown.clone(), |tenant, _, _| tenant == ctx.tenant());
        assert!(is_same(&same, ctx));
        let other = BRIDGE.turn_if(*ctx.tenant(), pin, unknown.clone(), |_, _, _| false);
        assert!(!is_same(&other, ctx));
        assert_eq!(other.fields(), &unknown);
    });
}
