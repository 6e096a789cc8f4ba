//! What must hold in every order of steps. A deadlock, such as a missed wake-up, fails a run by itself; a failure prints the
//! schedule that replays it.

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner, thread};

use crate::model::{End, Job, Pool};
use crate::when_full::WhenFull;

/// 1,000 seeded schedules, which makes 15,000 in all: half at random, half with few changes of thread, at the worst places.
fn in_every_order(body: impl Fn() + Send + Sync + Copy + 'static) {
    Runner::new(RandomScheduler::new_from_seed(7, 500), Config::new()).run(body);
    Runner::new(PctScheduler::new_from_seed(7, 3, 500), Config::new()).run(body);
}

/// Two threads submit two jobs each.
fn two_submitters(pool: &Pool) -> Vec<Job> {
    let submitters = [(); 2].map(|()| {
        let pool = pool.clone();
        thread::spawn(move || [pool.submit(), pool.submit()])
    });
    submitters.into_iter().flat_map(|submitter| submitter.join().unwrap()).collect()
}

fn ends(jobs: &[Job]) -> Vec<End> {
    jobs.iter().map(Job::end).collect()
}

#[test]
fn what_is_taken_runs_once_and_what_is_rejected_never() {
    in_every_order(|| {
        let pool = Pool::new(1, 2, 1, WhenFull::Reject);
        let ends = ends(&two_submitters(&pool));
        assert!(ends.iter().all(|end| matches!(end, End::Ran | End::Rejected)), "{ends:?}");
        assert!(ends.contains(&End::Ran));
        pool.close();
        pool.ended();
    });
}

#[test]
fn who_waits_for_room_gets_it() {
    for capacity in [0, 1] {
        in_every_order(move || {
            let pool = Pool::new(1, 1, capacity, WhenFull::Block);
            assert_eq!(ends(&two_submitters(&pool)), [End::Ran; 4]);
            pool.close();
            pool.ended();
        });
    }
}

#[test]
fn who_waits_longest_is_first() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 1, WhenFull::Block);
        let jobs = pool.submit_at_once::<4>();
        assert_eq!(ends(&jobs), [End::Ran; 4]);
        assert_eq!(jobs.map(|job| job.turn()), [0, 1, 2, 3]);
        pool.close();
        pool.ended();
    });
}

#[test]
fn who_leaves_while_it_waits_keeps_nobody_out() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 1, WhenFull::Block);
        let leaves = {
            let pool = pool.clone();
            thread::spawn(move || pool.submit_and_leave())
        };
        assert_eq!(ends(&two_submitters(&pool)), [End::Ran; 4]);
        leaves.join().unwrap().end();
        pool.close();
        pool.ended();
    });
}

#[test]
fn a_displaced_job_is_not_run_and_the_others_are() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 1, WhenFull::DropOldest);
        let ends = ends(&two_submitters(&pool));
        assert!(ends.iter().all(|end| matches!(end, End::Ran | End::Displaced)), "{ends:?}");
        assert!(ends.contains(&End::Ran));
        pool.close();
        pool.ended();
    });
}

#[test]
fn a_full_pool_runs_it_on_the_caller() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 0, WhenFull::RunOnCaller);
        assert_eq!(ends(&two_submitters(&pool)), [End::Ran; 4]);
        pool.close();
        pool.ended();
    });
}

#[test]
fn withdrawn_or_run() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 1, WhenFull::Block);
        let jobs = [pool.submit(), pool.submit()];
        let withdraws = {
            let (pool, job) = (pool.clone(), jobs[1].clone());
            thread::spawn(move || pool.withdraw(&job))
        };
        // Waits for room that the withdrawn job may have given.
        let third = pool.submit();
        withdraws.join().unwrap();
        assert_eq!((jobs[0].end(), third.end()), (End::Ran, End::Ran));
        assert!(matches!(jobs[1].end(), End::Ran | End::Withdrawn));
        pool.close();
        pool.ended();
    });
}

#[test]
fn a_shutdown_in_the_middle_loses_no_job() {
    for when_full in [WhenFull::Block, WhenFull::Reject, WhenFull::DropOldest] {
        in_every_order(move || {
            let pool = Pool::new(1, 2, 1, when_full);
            let shuts_down = {
                let pool = pool.clone();
                thread::spawn(move || pool.shut_down_now())
            };
            // Each has an end: else this would wait for ever.
            drop(ends(&two_submitters(&pool)));
            shuts_down.join().unwrap();
            pool.ended();
        });
    }
}

#[test]
fn a_close_in_the_middle_finishes_what_was_taken() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 1, WhenFull::Block);
        let closes = {
            let pool = pool.clone();
            thread::spawn(move || pool.close())
        };
        let ends = ends(&two_submitters(&pool));
        assert!(ends.iter().all(|end| matches!(end, End::Ran | End::Rejected)), "{ends:?}");
        closes.join().unwrap();
        pool.ended();
    });
}

#[test]
fn idle_threads_leave_and_a_job_is_never_left_alone() {
    in_every_order(|| {
        // Threads leave at once when they find no work, down to none.
        let pool = Pool::new(0, 2, 1, WhenFull::Block);
        assert_eq!(ends(&two_submitters(&pool)), [End::Ran; 4]);
        assert!(pool.threads() <= 2);
        pool.close();
        pool.ended();
    });
    in_every_order(|| {
        // No other thread, and no other job, comes to help.
        let pool = Pool::new(0, 1, 1, WhenFull::Block);
        for _ in 0..3 {
            assert_eq!(pool.submit().end(), End::Ran);
        }
        pool.close();
        pool.ended();
    });
}

#[test]
fn who_learns_of_the_end_finds_the_thread_free() {
    in_every_order(|| {
        let pool = Pool::new(1, 1, 0, WhenFull::Reject);
        for _ in 0..3 {
            assert_eq!(pool.submit().end(), End::Ran);
        }
        pool.close();
        pool.ended();
    });
}
