//! The end of a pool.

use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use ctx::{Pool, WhenFull};
use support::{Lines, admit, gate};

use crate::busy::Busy;

const LONG: Duration = Duration::from_secs(20);

#[test]
fn a_drain_finishes_what_is_queued() {
    let (gate, pool) = (gate(), Pool::builder().threads(2).build().unwrap());
    let turn = admit(&gate, "acme");
    let jobs: Vec<_> = (0..100).map(|number| pool.submit(&turn, move |_| number).unwrap()).collect();
    let report = pool.drain_blocking(LONG);
    assert!(report.is_clean());
    assert_eq!(report.to_string(), "every job was done");
    assert_eq!(pool.threads(), 0);
    assert!(jobs.iter().all(|job| job.is_finished()));
    assert!(pool.submit(&turn, |_| ()).unwrap_err().is_shut_down());
    // Again, and there is nothing to wait for.
    assert!(pool.drain_blocking(Duration::ZERO).is_clean());
}

#[tokio::test]
async fn what_is_left_at_the_end_of_the_grace_is_named_and_given_back() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let (first, line) = (pool.submit(&turn, |ctx| ctx.tenant().0).unwrap(), line!());
    let second = pool.submit(&turn, |_| "never").unwrap();
    let report = pool.drain(Duration::from_millis(1)).await;
    assert!(!report.is_clean());
    assert_eq!((report.running().len(), report.unrun().len()), (1, 2));
    assert!(report.running()[0].submitted_at().file().ends_with("busy.rs"));
    assert_eq!((report.unrun()[0].kind(), report.unrun()[0].submitted_at().line()), ("turn", line));
    assert!(report.to_string().lines().nth(1).unwrap().starts_with("a job of `turn`, submitted at "));
    let mut unrun = report.into_unrun().into_iter();
    let elsewhere = unrun.next().unwrap();
    thread::spawn(move || elsewhere.run()).join().unwrap();
    drop(unrun);
    assert_eq!(first.await.unwrap(), "acme");
    assert!(second.await.unwrap_err().is_shut_down());
    busy.end();
    assert!(pool.drain(LONG).await.is_clean());
}

/// A pool does not count for the gate; its jobs do, from their submission on.
#[test]
fn the_gate_waits_for_jobs_and_not_for_the_pool() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let queued = pool.submit(&turn, |ctx| ctx.is_cancelled()).unwrap();
    drop(turn);
    let report = gate.drain_blocking(Duration::ZERO);
    assert_eq!(report.still_running().len(), 1);
    // The grace has ended: the queued job is told, and not begun.
    busy.end();
    assert!(queued.wait().unwrap_err().is_cancelled());
    assert!(gate.drain_blocking(LONG).is_clean());
    assert_eq!(pool.threads(), 1);
}

#[test]
fn dropping_the_pool_waits_for_nothing_and_loses_nothing() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    let queued = pool.submit(&turn, |_| "run all the same").unwrap();
    let other = pool.clone();
    drop(pool);
    assert!(!other.is_closed());
    drop(other);
    busy.end();
    assert_eq!(queued.wait().unwrap(), "run all the same");
}

/// The last handle may be a job's own.
#[test]
fn a_job_that_drops_its_pool() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let turn = admit(&gate, "acme");
    let (hand_over, handed) = mpsc::channel::<Pool>();
    let job = pool.submit(&turn, move |_| drop(handed.recv().unwrap())).unwrap();
    hand_over.send(pool).unwrap();
    job.wait().unwrap();
}

#[test]
fn who_waits_for_room_is_sent_away() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).queue(0).when_full(WhenFull::Block).build().unwrap());
    let turn = admit(&gate, "acme");
    let busy = Busy::start(&pool, &turn);
    thread::scope(|scope| {
        let blocked = scope.spawn(|| pool.submit(&turn, |_| "work").unwrap_err());
        // Whether it waits already or not.
        pool.close();
        let rejected = blocked.join().unwrap();
        assert!(rejected.is_shut_down());
        assert_eq!(rejected.into_work()(&turn), "work");
    });
    busy.end();
}

#[test]
fn a_job_that_nobody_runs_is_told_of_by_a_line() {
    let (gate, pool) = (gate(), Pool::builder().threads(1).build().unwrap());
    let _capture = Lines::capture();
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let busy = Busy::start(&pool, &globex);
    drop(pool.submit(&acme, |_| ()).unwrap());
    drop(pool.shutdown_now());
    let lines = Lines::by_field("request_id", acme.fields().request_id.to_string());
    let [line] = &*lines else { panic!("{lines:#?}") };
    assert_eq!((&*line.message, line.field("reason")), ("a job was not run", Some("the pool was shut down")));
    busy.end();
}

/// The application's hook runs before the first job, which is none of those that were done.
#[test]
fn a_job_whose_thread_is_still_starting_is_not_done() {
    let (starts, started) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let pool = Pool::builder().threads_between(0, 1).on_thread_start(move || {
        starts.send(()).expect("the test waits for it");
        // Ends with the test at the latest.
        let _ = held.lock().expect("nothing panics under it").recv();
    });
    let (gate, pool) = (gate(), pool.build().unwrap());
    let turn = admit(&gate, "acme");
    let job = pool.submit(&turn, |ctx| ctx.tenant().0).unwrap();
    started.recv().unwrap();
    let report = pool.drain_blocking(Duration::ZERO);
    assert!(!report.is_clean(), "{report}");
    drop(release);
    assert_eq!(job.wait().unwrap(), "acme");
    assert!(pool.drain_blocking(LONG).is_clean());
}
