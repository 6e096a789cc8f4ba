//! A job and the turn it belongs to.

use std::time::Duration;

use ctx::Pool;
use support::{AgentPin, TenantId, TurnFields, admit, gate};

use crate::busy::Busy;

#[test]
fn a_job_of_a_cancelled_turn_is_not_begun() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let busy = Busy::start(&pool, &globex);
    let late = pool.submit(&acme, |_| panic!("it must not run")).unwrap();
    let detached = pool.submit(&acme.detach("audit"), |ctx| ctx.kind()).unwrap();
    acme.cancel();
    busy.end();
    let error = late.wait().unwrap_err();
    assert!(error.is_cancelled() && !error.is_panic() && !error.is_deadline_exceeded());
    assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "turn cancelled");
    // What has to run all the same.
    assert_eq!(detached.wait().unwrap(), "audit");
}

#[test]
fn a_job_past_its_deadline_is_not_begun() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let globex = admit(&gate, "globex");
    let busy = Busy::start(&pool, &globex);
    let admission = gate.admission("chat").time_limit(Duration::from_millis(1));
    let acme = admission.admit(TenantId("acme"), AgentPin { version: 4 }, TurnFields::new()).unwrap();
    let late = pool.submit(&acme, |_| panic!("it must not run")).unwrap();
    while acme.check().is_ok() {
        std::thread::yield_now();
    }
    busy.end();
    assert!(late.wait().unwrap_err().is_deadline_exceeded());
}

#[test]
fn a_queued_job_keeps_its_turn_and_a_finished_one_does_not() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let busy = Busy::start(&pool, &globex);
    let job = pool.submit(&acme, |ctx| ctx.tenant().0).unwrap();
    drop((acme, globex));
    assert_eq!(gate.live(), 2);
    busy.end();
    assert_eq!(job.wait().unwrap(), "acme");
    // Whoever has the result finds the context released.
    assert_eq!(gate.live(), 0);
}
