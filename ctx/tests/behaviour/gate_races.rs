//! The gate under many threads.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::captured::captured;
use crate::identity::{TenantId, admit, gate};

const THREADS: usize = 8;

/// Nothing is admitted once `close` has returned, and everything that was counts until it is dropped.
#[test]
fn closing_during_admission() {
    for _ in 0..50 {
        let gate = gate();
        let (closed, admitted) = (AtomicBool::new(false), AtomicUsize::new(0));
        let barrier = Barrier::new(THREADS + 1);
        let kept = thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|_| {
                    scope.spawn(|| {
                        let mut kept = Vec::new();
                        barrier.wait();
                        loop {
                            let was_closed = closed.load(Ordering::SeqCst);
                            match gate.admit(TenantId("acme"), (), ()) {
                                Ok(turn) => {
                                    assert!(!was_closed, "admitted by a closed gate");
                                    admitted.fetch_add(1, Ordering::SeqCst);
                                    kept.push(turn);
                                }
                                Err(error) => {
                                    assert!(error.is_draining());
                                    return kept;
                                }
                            }
                        }
                    })
                })
                .collect();
            barrier.wait();
            while admitted.load(Ordering::SeqCst) < THREADS {
                thread::yield_now();
            }
            gate.close();
            closed.store(true, Ordering::SeqCst);
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!((gate.live(), kept.len()), (admitted.load(Ordering::SeqCst), admitted.load(Ordering::SeqCst)));
        assert_eq!(gate.drain_blocking(Duration::ZERO).still_running().len(), kept.len());
        assert!(kept.iter().all(|turn| turn.check().is_err()));
        drop(kept);
        assert_eq!(gate.live(), 0);
    }
}

/// The gate closes after it was asked and before the turn is there: while its span is made, the label of its tenant is written.
#[test]
fn closing_in_the_middle_of_an_admission() {
    #[derive(Clone)]
    struct Closes(ctx::Gate);
    impl std::fmt::Display for Closes {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.close();
            f.write_str("closes")
        }
    }
    impl ctx::Tenant for Closes {}

    let gate = gate();
    let heard = captured(|| {
        assert!(gate.admit(Closes(gate.clone()), (), ()).unwrap_err().is_draining());
    });
    assert_eq!(heard.spans[0].field("tenant"), Some("closes"));
    assert_eq!(gate.live(), 0);
}

/// Turns that come and go while others look and wait.
#[test]
fn everything_at_once() {
    let gate = gate();
    let running = AtomicBool::new(true);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let turn = admit(&gate, "acme");
                        let derived = turn.map_fields(Clone::clone);
                        let detached = derived.detach("audit");
                        let message = detached.stamp(());
                        turn.cancel();
                        assert!(derived.is_cancelled() && message.check().is_ok());
                    }
                })
            })
            .collect();
        scope.spawn(|| {
            while running.load(Ordering::Relaxed) {
                for alive in gate.still_running() {
                    assert!(["turn", "audit"].contains(&alive.kind()));
                    assert_eq!(alive.tenant(), Some("acme"));
                }
            }
        });
        for worker in workers {
            worker.join().unwrap();
        }
        running.store(false, Ordering::Relaxed);
    });
    assert!(gate.drain_blocking(Duration::ZERO).is_clean());
}

/// Each round, the last holder lets go on a thread of its own while others wait in both ways.
#[test]
fn the_last_holder_always_wakes_who_waits() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    for _ in 0..200 {
        let gate = gate();
        let turn = admit(&gate, "acme");
        let holders: Vec<_> = (0..4).map(|_| turn.bind(|_| ())).collect();
        drop(turn);
        let barrier = Barrier::new(holders.len() + 2);
        thread::scope(|scope| {
            for holder in holders {
                let barrier = &barrier;
                scope.spawn(move || {
                    barrier.wait();
                    holder();
                });
            }
            scope.spawn(|| {
                barrier.wait();
                // Ends long before, or the wake-up was lost.
                assert!(gate.drain_blocking(Duration::from_secs(60)).is_clean());
            });
            barrier.wait();
            runtime.block_on(async { tokio::time::timeout(Duration::from_secs(60), gate.idle()).await }).unwrap();
        });
    }
}
