//! Derived contexts: what they change, what they keep, and what they leave alone.

use std::time::Duration;

use crate::identity::{Ctx, Request, TenantId, Version, admit, gate};

#[test]
fn parent_and_siblings_are_unchanged() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let one = turn.with_fields(Request::new("one"));
    let two = turn.map_fields(|fields| Request::new(&format!("{}-two", fields.id)));
    let below = one.map_fields(|fields| Request::new(&format!("{}-below", fields.id)));
    let ids = [&*turn, &*one, &*two, &*below].map(|ctx| ctx.fields().id.clone());
    assert_eq!(ids, ["r1", "one", "r1-two", "one-below"]);
    for ctx in [&*one, &*two, &*below] {
        assert_eq!((ctx.tenant(), ctx.pin(), ctx.kind()), (turn.tenant(), turn.pin(), "turn"));
    }
}

#[test]
fn fields_are_replaced_by_those_of_another_type() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let without: ctx::Scoped<'_, TenantId, Version, ()> = turn.with_fields(());
    let again: ctx::Scoped<'_, TenantId, Version, Request> = without.map_fields(|()| Request::new("again"));
    assert_eq!((again.fields(), again.tenant().0), (&Request::new("again"), "acme"));
}

#[tokio::test]
async fn work_outlives_the_derived_context_it_was_started_from() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let (sender, receiver) = tokio::sync::oneshot::channel::<()>();
    let task = {
        let step = turn.with_fields(Request::new("step"));
        step.spawn(async move |ctx| {
            receiver.await.unwrap();
            ctx.fields().id.clone()
        })
    };
    drop(turn);
    sender.send(()).unwrap();
    assert_eq!(task.await.unwrap(), "step");
}

#[test]
fn detached_work_keeps_identity_alone() {
    let gate = gate();
    let turn = gate.admission("chat").time_limit(Duration::from_secs(60));
    let turn = turn.admit(TenantId("acme"), Version(4), Request::new("r1")).unwrap();
    let step = turn.with_fields(Request::new("step"));
    let audit = step.detach("audit");
    assert_eq!((audit.tenant(), audit.pin(), audit.fields()), (turn.tenant(), turn.pin(), step.fields()));
    assert_eq!((audit.kind(), audit.deadline()), ("audit", None));
    let mail = audit.detach("mail");
    assert_eq!((mail.kind(), mail.tenant().0), ("mail", "acme"));
    turn.cancel();
    assert!(!audit.is_cancelled() && !mail.is_cancelled());
}

#[test]
fn platform_work_in_a_turn_has_nothing_of_the_tenants() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let billing: ctx::Scoped<'_, ctx::NoTenant, (), Request> = turn.platform("billing", Request::new("own"));
    assert_eq!((billing.kind(), billing.fields().id.as_str()), ("billing", "own"));
    assert_eq!(format!("{:?} {:?}", billing.tenant(), billing.pin()), "NoTenant { _sealed: () } ()");
    let report = gate.still_running();
    assert!(report.iter().any(|alive| alive.kind() == "billing" && alive.tenant().is_none()));
}

#[test]
fn a_platform_job_serves_one_tenant_after_another() {
    let gate = gate();
    let job = gate.admission("nightly").time_limit(Duration::from_secs(60));
    drop(job);
    let job = gate.platform("nightly", Request::new("job")).unwrap();
    let limited = job.with_time_limit(Duration::from_secs(60));
    let mut seen = Vec::new();
    for (number, tenant) in ["acme", "globex", "initech"].into_iter().enumerate() {
        let ctx = gate.for_tenant(&limited, TenantId(tenant), Version(1), Request::new(tenant)).unwrap();
        assert_eq!((ctx.kind(), ctx.deadline()), ("nightly", limited.deadline()));
        assert_eq!(ctx.fields().id, tenant);
        assert_eq!(gate.live(), 2, "the one before has ended");
        seen.push(serve(&ctx, number));
        if number == 1 {
            job.cancel();
            break;
        }
    }
    assert_eq!(seen, ["acme 0", "globex 1"]);
    let refused = gate.for_tenant(&limited, TenantId("initech"), (), ()).unwrap_err();
    assert!(refused.is_cancelled());
    assert_eq!(gate.live(), 1);
}

fn serve(ctx: &Ctx, number: usize) -> String {
    format!("{} {number}", ctx.tenant())
}

#[tokio::test(start_paused = true)]
async fn a_platform_job_that_is_late_is_given_no_tenant() {
    let gate = gate();
    let job = gate.platform("nightly", ()).unwrap();
    let limited = job.with_time_limit(Duration::from_secs(1));
    gate.close();
    assert!(gate.for_tenant(&limited, TenantId("acme"), (), ()).is_ok(), "a job in its grace can finish");
    tokio::time::advance(Duration::from_secs(2)).await;
    assert!(gate.for_tenant(&limited, TenantId("acme"), (), ()).unwrap_err().is_deadline_exceeded());
    drop(gate.drain(Duration::ZERO).await);
    assert!(gate.for_tenant(&job, TenantId("acme"), (), ()).unwrap_err().is_shut_down());
}

#[tokio::test]
async fn the_closures_of_a_span_get_the_ctx_and_give_their_result() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let step = turn.with_fields(Request::new("step"));
    assert_eq!(step.in_span(|ctx| ctx.fields().id.len()), 4);
    let awaited = step.in_span_async(async |ctx| {
        tokio::task::yield_now().await;
        ctx.fields().id.clone()
    });
    assert_eq!(awaited.await, "step");
}

#[tokio::test]
async fn a_name_changes_nothing_but_the_name() {
    let gate = gate();
    let turn = gate.admission("chat").time_limit(Duration::from_secs(60));
    let turn = turn.admit(TenantId("acme"), Version(4), Request::new("r1")).unwrap();
    let deadline = turn.deadline();
    let kind = turn.task("audit").spawn(async move |ctx| {
        assert_eq!((ctx.tenant().0, ctx.pin().0, &*ctx.fields().id, ctx.deadline()), ("acme", 4, "r1", deadline));
        ctx.task("inner").spawn_blocking(|ctx| ctx.kind()).await.unwrap()
    });
    assert_eq!(kind.await.unwrap(), "inner");
}
