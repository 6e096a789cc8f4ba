//! The one error, asked in every way.

use std::error::Error as _;
use std::time::{Duration, Instant};

use ctx::Error;

use crate::identity::{TenantId, admit, gate};

fn draining() -> Error {
    let gate = gate();
    gate.close();
    gate.admit(TenantId("acme"), (), ()).unwrap_err()
}

fn too_late() -> Error {
    gate().admission("chat").deadline(Instant::now()).admit(TenantId("acme"), (), ()).unwrap_err()
}

fn cancelled() -> Error {
    let turn = admit(&gate(), "acme");
    turn.cancel();
    turn.check().unwrap_err()
}

fn shut_down() -> Error {
    let gate = gate();
    let turn = admit(&gate, "acme");
    drop(gate.drain_blocking(Duration::ZERO));
    turn.check().unwrap_err()
}

fn deadline_exceeded() -> Error {
    let turn = admit(&gate(), "acme");
    turn.with_deadline(Instant::now()).check().unwrap_err()
}

fn panicked() -> Error {
    let turn = admit(&gate(), "acme");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let flight = ctx::SingleFlight::<u8, u8, TenantId, _>::new("lookup");
    runtime.block_on(flight.run(&turn, 7, async |_| panic!("no row"))).unwrap_err()
}

#[test]
fn predicates_and_text() {
    // Draining, too late, cancelled, shut down, deadline exceeded, panicked.
    let cases: [(Error, [bool; 6], &str, &str); 6] = [
        (
            draining(),
            [true, false, false, false, false, false],
            "turn not admitted: the process is shutting down",
            "Draining",
        ),
        (
            too_late(),
            [false, true, false, false, false, false],
            "turn not admitted: its deadline has already passed",
            "TooLate",
        ),
        (cancelled(), [false, false, true, false, false, false], "turn cancelled", "Cancelled"),
        (
            shut_down(),
            [false, false, true, true, false, false],
            "turn cancelled: the process is shutting down",
            "ShutDown",
        ),
        (
            deadline_exceeded(),
            [false, false, false, false, true, false],
            "deadline of the turn exceeded",
            "DeadlineExceeded",
        ),
        (panicked(), [false, false, false, false, false, true], "the work that was waited for panicked", "Panicked"),
    ];
    for (error, predicates, text, kind) in &cases {
        let found = [
            error.is_draining(),
            error.is_too_late(),
            error.is_cancelled(),
            error.is_shut_down(),
            error.is_deadline_exceeded(),
            error.is_panicked(),
        ];
        assert_eq!(&found, predicates, "{error:?}");
        assert_eq!(error.to_string(), *text);
        assert_eq!(format!("{error:?}"), format!("Error({kind})"));
        assert!(error.source().is_none());
        assert_eq!(error, &error.clone());
    }
    for (at, (one, ..)) in cases.iter().enumerate() {
        assert!(cases.iter().enumerate().all(|(other, (two, ..))| (at == other) == (one == two)), "{one:?}");
    }
}

#[test]
fn it_goes_where_errors_go() {
    fn handler() -> Result<(), Box<dyn std::error::Error + Send + Sync + 'static>> {
        Err(draining())?
    }
    let error = handler().unwrap_err();
    assert!(error.downcast_ref::<Error>().unwrap().is_draining());
}
