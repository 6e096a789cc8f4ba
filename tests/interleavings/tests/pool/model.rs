//! A pool of jobs that count: the parts of `ctx::Pool`, put together as it does, without contexts.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use shuttle::thread;

use crate::queue::{Limits, Offer, Queued, Shared};
use crate::signal::block_on;
use crate::slot::Slot;
use crate::when_full::WhenFull;

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Ran,
    Displaced,
    Withdrawn,
    GivenBack,
    Rejected,
}

/// A job, which counts how often it ran.
#[derive(Clone)]
pub(crate) struct Job(Arc<Counted>);

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Job")
    }
}

struct Counted {
    slot: Slot<(), End>,
    runs: AtomicUsize,
    /// Which one to run it was.
    turn: AtomicUsize,
    turns: Arc<AtomicUsize>,
}

impl Queued for Job {
    type Facts = ();

    fn facts(&self) {}
}

impl Job {
    fn new(turns: &Arc<AtomicUsize>) -> Self {
        let turns = Arc::clone(turns);
        Self(Arc::new(Counted { slot: Slot::new(()), runs: AtomicUsize::new(0), turn: AtomicUsize::new(0), turns }))
    }

    fn run(&self, done: impl FnOnce()) {
        if let Some(()) = self.0.slot.begin() {
            self.0.runs.fetch_add(1, Ordering::Relaxed);
            self.0.turn.store(self.0.turns.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
            thread::yield_now();
            done();
            self.0.slot.end(End::Ran);
        }
    }

    /// Ends it without running it, unless it has begun.
    pub(crate) fn refuse(&self, end: End) -> bool {
        let not_begun = self.0.slot.begin().is_some();
        if not_begun {
            self.0.slot.end(end);
        }
        not_begun
    }

    /// Which one to run it was, from zero.
    pub(crate) fn turn(&self) -> usize {
        self.0.turn.load(Ordering::Relaxed)
    }

    /// Waits for its end, and checks that it ran once or never.
    pub(crate) fn end(&self) -> End {
        let end = block_on(poll_fn(|cx| self.0.slot.poll(cx.waker())));
        assert_eq!(self.0.runs.load(Ordering::Relaxed), usize::from(end == End::Ran));
        end
    }
}

#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared<Job>>, Arc<AtomicUsize>);

impl Pool {
    pub(crate) fn new(min_threads: usize, max_threads: usize, capacity: usize, when_full: WhenFull) -> Self {
        let limits = Limits { min_threads, max_threads, keep_alive: Duration::ZERO, capacity, when_full };
        let pool = Self(Arc::new(Shared::new(limits)), Arc::default());
        for _ in 0..min_threads {
            pool.0.starting();
            pool.start(None);
        }
        pool
    }

    fn start(&self, first: Option<Job>) {
        let shared = Arc::clone(&self.0);
        thread::spawn(move || {
            let me = shared.begin(first.as_ref());
            let mut job = first.or_else(|| shared.next(me));
            while let Some(one) = job {
                one.run(|| shared.done(me));
                job = shared.next(me);
            }
            shared.end(me);
        });
    }

    /// Submits jobs one after the other to a pool that blocks, and only then waits for room.
    pub(crate) fn submit_at_once<const N: usize>(&self) -> [Job; N] {
        [(); N].map(|()| {
            let job = Job::new(&self.1);
            match self.0.offer(&job, Some(std::task::Waker::noop())) {
                Offer::Queued | Offer::Waits(_) => {}
                other => panic!("{other:?} of a pool that blocks and has its threads"),
            }
            job
        })
    }

    /// Submits a job, and waits for room where the pool does.
    pub(crate) fn submit(&self) -> Job {
        let job = Job::new(&self.1);
        let mut ticket = None;
        block_on(poll_fn(|cx| {
            if let Some(ticket) = ticket {
                return self.0.placed(ticket, cx.waker()).map(|placed| {
                    if placed.is_err() {
                        assert!(job.refuse(End::Rejected), "who waits for room has not begun");
                    }
                });
            }
            match self.0.offer(&job, Some(cx.waker())) {
                Offer::Waits(waits) => {
                    ticket = Some(waits);
                    return Poll::Pending;
                }
                Offer::Queued => {}
                Offer::StartThread => self.start(Some(job.clone())),
                Offer::RunOnCaller => job.run(|| ()),
                Offer::Displaced(oldest) => {
                    oldest.refuse(End::Displaced);
                }
                Offer::Full | Offer::Closed => assert!(job.refuse(End::Rejected), "it was not taken"),
            }
            Poll::Ready(())
        }));
        job
    }

    /// Begins to wait for room, and leaves.
    pub(crate) fn submit_and_leave(&self) -> Job {
        let job = Job::new(&self.1);
        let waker = std::task::Waker::noop();
        match self.0.offer(&job, Some(waker)) {
            Offer::Waits(ticket) => {
                thread::yield_now();
                if self.0.give_up(ticket) {
                    assert!(job.refuse(End::Rejected), "who waits for room has not begun");
                } else if job.refuse(End::Withdrawn) {
                    self.remove(&job);
                }
            }
            Offer::Queued => {}
            Offer::StartThread => self.start(Some(job.clone())),
            _ => assert!(job.refuse(End::Rejected), "it was not taken"),
        }
        job
    }

    pub(crate) fn withdraw(&self, job: &Job) {
        if job.refuse(End::Withdrawn) {
            self.remove(job);
        }
    }

    fn remove(&self, job: &Job) {
        self.0.remove(|other| Arc::ptr_eq(&other.0, &job.0));
    }

    pub(crate) fn close(&self) {
        self.0.close();
    }

    /// Closes it and gives back what is queued.
    pub(crate) fn shut_down_now(&self) {
        self.0.close();
        for job in self.0.take_queue() {
            job.refuse(End::GivenBack);
        }
    }

    /// Waits for the last thread, after which nothing may be left.
    pub(crate) fn ended(&self) {
        block_on(poll_fn(|cx| self.0.poll_end(cx.waker())));
        assert_eq!((self.0.threads(), self.0.queued()), (0, 0));
    }

    pub(crate) fn threads(&self) -> usize {
        self.0.threads()
    }
}
