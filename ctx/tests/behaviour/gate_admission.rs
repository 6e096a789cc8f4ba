//! Who gets a turn, and who is refused.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ctx::{Error, Turn};

use crate::identity::{Request, TenantId, Version, admit, gate};

#[test]
fn a_turn_has_what_it_was_admitted_with() {
    let gate = gate();
    let turn = gate.admit(TenantId("acme"), Version(7), Request::new("r9")).unwrap();
    assert_eq!((turn.tenant(), turn.pin(), turn.fields()), (&TenantId("acme"), &Version(7), &Request::new("r9")));
    assert_eq!((turn.kind(), turn.deadline(), turn.remaining()), ("turn", None, None));
    assert!(turn.check().is_ok() && !turn.is_cancelled());
    let webhook = gate.admission("webhook").admit(TenantId("acme"), (), ()).unwrap();
    assert_eq!(webhook.kind(), "webhook");
    let job = gate.platform("reindex", Request::new("job")).unwrap();
    assert_eq!((job.kind(), job.fields().id.as_str()), ("reindex", "job"));
    assert!(ctx::TenantSlot::label(job.tenant()).is_none());
}

#[test]
fn a_closed_gate_refuses_all_and_ends_nothing() {
    let gate = gate();
    let admitted = admit(&gate, "acme");
    assert!(!gate.is_closed());
    gate.clone().close();
    assert!(gate.is_closed(), "a clone is the same gate");
    let refused: [Error; 4] = [
        gate.admit(TenantId("acme"), (), ()).unwrap_err(),
        gate.admission("chat").admit(TenantId("acme"), (), ()).unwrap_err(),
        gate.platform("job", ()).unwrap_err(),
        // Draining counts for more than being late: the client may try elsewhere.
        gate.admission("chat").deadline(Instant::now()).admit(TenantId("acme"), (), ()).unwrap_err(),
    ];
    assert!(refused.iter().all(Error::is_draining), "{refused:?}");
    assert!(admitted.check().is_ok());
    assert_eq!(gate.live(), 1);
}

#[test]
fn a_refused_turn_keeps_nothing() {
    let gate = gate();
    let held = Arc::new(());
    #[derive(Clone)]
    struct Holds(#[expect(dead_code, reason = "it is counted")] Arc<()>);
    impl ctx::Pin for Holds {}

    let late = gate.admission("chat").deadline(Instant::now()).admit(TenantId("acme"), Holds(Arc::clone(&held)), ());
    assert!(late.unwrap_err().is_too_late());
    gate.close();
    assert!(gate.admit(TenantId("acme"), Holds(Arc::clone(&held)), ()).unwrap_err().is_draining());
    assert_eq!((Arc::strong_count(&held), gate.live()), (1, 0));
}

#[test]
fn of_two_deadlines_the_nearer_counts() {
    let gate = gate();
    let now = Instant::now();
    let (near, far) = (now + Duration::from_secs(60), now + Duration::from_secs(3600));
    let deadline = |turn: Result<Turn<TenantId>, Error>| turn.unwrap().deadline();
    let admission = || gate.admission("chat");
    assert_eq!(deadline(admission().deadline(far).deadline(near).admit(TenantId("a"), (), ())), Some(near));
    assert_eq!(deadline(admission().deadline(near).deadline(far).admit(TenantId("a"), (), ())), Some(near));
    let limited = admission().deadline(near).time_limit(Duration::from_secs(3600));
    assert_eq!(deadline(limited.admit(TenantId("a"), (), ())), Some(near));
    let limited = admission().deadline(far).time_limit(Duration::from_secs(60));
    assert!(deadline(limited.admit(TenantId("a"), (), ())).unwrap() < far);
}

#[test]
fn limits_at_the_edges() {
    let gate = gate();
    let unlimited = gate.admission("chat").time_limit(Duration::MAX).admit(TenantId("a"), (), ()).unwrap();
    assert_eq!(unlimited.deadline(), None);
    let none_left = gate.admission("chat").time_limit(Duration::ZERO).admit(TenantId("a"), (), ());
    assert!(none_left.unwrap_err().is_too_late());
    let past = Instant::now().checked_sub(Duration::from_millis(1)).unwrap();
    assert!(gate.admission("chat").deadline(past).admit(TenantId("a"), (), ()).unwrap_err().is_too_late());
    assert_eq!(gate.live(), 1);
}

#[test]
fn one_admission_for_several_turns() {
    let gate = gate();
    let admission = gate.admission("batch").time_limit(Duration::from_secs(60));
    let one = admission.clone().admit(TenantId("acme"), (), ()).unwrap();
    let two = admission.admit(TenantId("globex"), (), ()).unwrap();
    assert_eq!((one.kind(), one.deadline()), ("batch", two.deadline()));
    one.cancel();
    assert!(one.is_cancelled() && !two.is_cancelled());
}

/// Code for one tenant makes a platform context, and a gate of its own.
#[test]
fn a_tenant_is_not_reached_through_another_gate() {
    let (gate, another) = (crate::identity::gate(), crate::identity::gate());
    let turn = crate::identity::admit(&gate, "acme");
    let platform = turn.platform("report", ());
    let error = another.for_tenant(&platform, crate::identity::TenantId("globex"), (), ()).unwrap_err();
    assert!(error.is_other_gate() && !error.is_cancelled());
    assert_eq!(another.live(), 0);
}
