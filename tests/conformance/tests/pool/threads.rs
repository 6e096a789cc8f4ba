//! How many threads there are, and which.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::Duration;

use ctx::{Pool, WhenFull};
use support::{admit, gate};

use crate::busy::Busy;

#[test]
fn a_fixed_number_at_once() {
    let (gate, pool) = (gate(), Pool::builder().name("fixed").threads(3).build().unwrap());
    let turn = admit(&gate, "acme");
    assert_eq!(pool.threads(), 3);
    let all_at_once = Arc::new(Barrier::new(3));
    let jobs: Vec<_> = (0..3)
        .map(|_| {
            let all_at_once = Arc::clone(&all_at_once);
            pool.submit(&turn, move |_| {
                all_at_once.wait();
                thread::current().name().unwrap().to_owned()
            })
        })
        .collect();
    let names: BTreeSet<_> = jobs.into_iter().map(|job| job.unwrap().wait().unwrap()).collect();
    assert_eq!(Vec::from_iter(names), ["fixed-1", "fixed-2", "fixed-3"]);
}

#[test]
fn more_while_none_is_free_and_fewer_when_they_are_idle() {
    let builder = Pool::builder().threads_between(1, 3).queue(1).keep_alive(Duration::ZERO);
    let (ended, ends) = mpsc::channel();
    let (gate, pool) = (gate(), builder.on_thread_stop(move || ended.send(()).unwrap()).build().unwrap());
    let turn = admit(&gate, "acme");
    assert_eq!(pool.threads(), 1);
    let busy: Vec<_> = (0..3).map(|_| Busy::start(&pool, &turn)).collect();
    assert_eq!((pool.threads(), pool.running().len()), (3, 3));
    // Only now it waits, and then it is full.
    let queued = pool.submit(&turn, |_| "queued").unwrap();
    assert!(pool.submit(&turn, |_| "too much").unwrap_err().is_full());
    busy.into_iter().for_each(Busy::end);
    assert_eq!(queued.wait().unwrap(), "queued");
    ends.recv().unwrap();
    ends.recv().unwrap();
    assert_eq!(pool.threads(), 1);
    assert_eq!(pool.submit(&turn, |_| "the one that is kept").unwrap().wait().unwrap(), "the one that is kept");
}

#[test]
fn one_after_the_other_needs_one_thread() {
    let (gate, pool) = (gate(), Pool::builder().threads_between(0, 8).queue(0).build().unwrap());
    let turn = admit(&gate, "acme");
    for number in 0..200 {
        assert_eq!(pool.submit(&turn, move |_| number).unwrap().wait().unwrap(), number);
    }
    assert_eq!(pool.threads(), 1);
}

#[test]
fn hooks_run_on_each_thread_and_one_that_panics_costs_nothing() {
    let counted = Arc::new(AtomicUsize::new(0));
    let (starts, stops) = (Arc::clone(&counted), Arc::clone(&counted));
    let builder = Pool::builder().threads(2).stack_size(1 << 20).on_thread_start(move || {
        starts.fetch_add(1, Ordering::Relaxed);
        panic!("in the hook");
    });
    let pool =
        builder.on_thread_stop(move || drop(stops.fetch_add(10, Ordering::Relaxed).to_string())).build().unwrap();
    let gate = gate();
    let turn = admit(&gate, "acme");
    assert_eq!(pool.submit(&turn, |_| "ran").unwrap().wait().unwrap(), "ran");
    assert!(pool.drain_blocking(Duration::from_secs(20)).is_clean());
    assert_eq!(counted.load(Ordering::Relaxed), 22);
}

#[test]
fn settings_that_cannot_be() {
    let too_many = || Pool::builder().stack_size(usize::MAX / 2);
    for (builder, message) in [
        (Pool::builder().threads(0), "a pool needs a thread (`threads` is 0)"),
        (Pool::builder().threads_between(2, 1), "the smallest number of threads is above the greatest"),
        (Pool::builder().name("a\0b"), "the name of a thread cannot hold a NUL byte"),
        (Pool::builder().queue(0).when_full(WhenFull::DropOldest), "a queue that holds no job has no oldest to drop"),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::InvalidInput, message.to_owned()));
    }
    // What the operating system refuses is known when the pool is built, or given back with the first job.
    assert!(too_many().threads(1).build().is_err());
    let gate = gate();
    let turn = admit(&gate, "acme");
    let rejected = too_many().threads_between(0, 1).build().unwrap().submit(&turn, |_| "work").unwrap_err();
    assert!(rejected.is_no_thread());
    assert!(std::error::Error::source(&rejected).is_some());
    assert_eq!(rejected.into_work()(&turn), "work");
}

/// A panic of a hook is the hook's, whatever it panics with.
#[test]
fn a_hook_that_panics_costs_no_thread() {
    struct PanicsOnDrop;

    impl Drop for PanicsOnDrop {
        fn drop(&mut self) {
            panic!("in the drop");
        }
    }

    let builder = Pool::builder().threads(1).on_thread_start(|| std::panic::panic_any(PanicsOnDrop));
    let (gate, pool) = (gate(), builder.build().unwrap());
    let turn = admit(&gate, "acme");
    let (sender, receiver) = mpsc::channel();
    drop(pool.submit(&turn, move |ctx| sender.send(ctx.tenant().0).unwrap()).unwrap());
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)).unwrap(), "acme");
    assert!(pool.drain_blocking(Duration::from_secs(20)).is_clean());
}
