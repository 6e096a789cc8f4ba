//! The state of a pool: what waits, who works, and every decision between the two, each under one lock.
//!
//! Knows nothing of contexts. Nothing of a job is called or dropped under the lock, and nobody is woken under it.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::task::{Poll, Waker};
use std::time::Duration;

use slab::Slab;

use super::sync::{Condvar, Mutex, MutexGuard, ThreadId, current};
use super::when_full::WhenFull;

/// What a queue holds: a handle to a job, cheap to clone.
pub(super) trait Queued: Clone {
    /// What is kept of a job while it runs.
    type Facts: Copy;
    fn facts(&self) -> Self::Facts;
}

#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) min_threads: usize,
    pub(super) max_threads: usize,
    pub(super) keep_alive: Duration,
    /// How many jobs may wait that no free thread is there for.
    pub(super) capacity: usize,
    pub(super) when_full: WhenFull,
}

pub(super) struct Shared<J: Queued> {
    state: Mutex<State<J>>,
    /// Told to one free thread for each job that is put into the queue for it, and to all at the end.
    work: Condvar,
    limits: Limits,
}

struct State<J: Queued> {
    queue: VecDeque<J>,
    /// Submissions that wait for room, by ascending ticket. The queue is full while there are any.
    waiting: VecDeque<Waiting<J>>,
    last_ticket: u64,
    /// Threads that work or will, also those that are being started.
    threads: usize,
    /// Those of them that have a job. The others are free, whether they wait already or are on their way to; as many of the
    /// jobs in the queue are as good as theirs.
    busy: usize,
    /// Threads that have begun and not yet ended.
    workers: Slab<Worker<J::Facts>>,
    closed: bool,
    /// Who waits for the last thread to end.
    at_end: Vec<Waker>,
}

struct Worker<T> {
    thread: ThreadId,
    running: Option<T>,
}

struct Waiting<J> {
    ticket: Ticket,
    job: J,
    waker: Waker,
}

/// The place of a submission among those that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(u64);

/// What becomes of a job that was offered.
#[derive(Debug)]
pub(super) enum Offer<J> {
    Queued,
    /// A thread is to be started, with this job as its first. It is counted already.
    StartThread,
    /// Full: to be run by whoever offered it.
    RunOnCaller,
    /// Queued, and this one is out.
    Displaced(J),
    /// Full: will get a place, for which [`Shared::placed`] asks.
    Waits(Ticket),
    Full,
    Closed,
}

impl<J: Queued> Shared<J> {
    pub(super) fn new(limits: Limits) -> Self {
        let state = State {
            queue: VecDeque::new(),
            waiting: VecDeque::new(),
            last_ticket: 0,
            threads: 0,
            busy: 0,
            workers: Slab::new(),
            closed: false,
            at_end: Vec::new(),
        };
        Self { state: Mutex::new(state), work: Condvar::new(), limits }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        // Nothing under this lock panics.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Offers a job. `waker` for a submission that can wait.
    pub(super) fn offer(&self, job: &J, waker: Option<&Waker>) -> Offer<J> {
        let mut state = self.lock();
        if state.closed {
            return Offer::Closed;
        }
        let free = state.threads - state.busy;
        if state.queue.len() < free {
            state.queue.push_back(job.clone());
            drop(state);
            self.work.notify_one();
            return Offer::Queued;
        }
        if state.threads < self.limits.max_threads {
            state.threads += 1;
            state.busy += 1;
            return Offer::StartThread;
        }
        if state.queue.len() - free < self.limits.capacity {
            state.queue.push_back(job.clone());
            return Offer::Queued;
        }
        match (self.limits.when_full, waker) {
            (WhenFull::Reject, _) | (WhenFull::Block, None) => Offer::Full,
            (WhenFull::RunOnCaller, _) => Offer::RunOnCaller,
            (WhenFull::DropOldest, _) => match state.queue.pop_front() {
                Some(oldest) => {
                    state.queue.push_back(job.clone());
                    Offer::Displaced(oldest)
                }
                None => Offer::Full,
            },
            (WhenFull::Block, Some(waker)) => {
                state.last_ticket += 1;
                let ticket = Ticket(state.last_ticket);
                state.waiting.push_back(Waiting { ticket, job: job.clone(), waker: waker.clone() });
                Offer::Waits(ticket)
            }
        }
    }

    /// Whether a submission that waits has got its place; an error when there will be none.
    pub(super) fn placed(&self, ticket: Ticket, waker: &Waker) -> Poll<Result<(), Closed>> {
        let mut state = self.lock();
        let Some(at) = state.position(ticket) else { return Poll::Ready(Ok(())) };
        if state.closed {
            let waiting = state.waiting.remove(at);
            drop(state);
            drop(waiting);
            return Poll::Ready(Err(Closed));
        }
        let before = std::mem::replace(&mut state.waiting[at].waker, waker.clone());
        drop(state);
        drop(before);
        Poll::Pending
    }

    /// A submission waits no longer. `false` when it has got its place.
    pub(super) fn give_up(&self, ticket: Ticket) -> bool {
        let mut state = self.lock();
        let Some(at) = state.position(ticket) else { return false };
        let waiting = state.waiting.remove(at);
        drop(state);
        drop(waiting);
        true
    }

    /// The thread for a job could not be started. Gives the jobs that nobody is left for; `None` when other threads are
    /// there, in whose queue this job is now, one more than it holds if need be.
    pub(super) fn not_started(&self, job: Option<&J>) -> Option<Vec<J>> {
        let mut state = self.lock();
        state.threads -= 1;
        state.busy -= usize::from(job.is_some());
        if state.threads > 0 {
            state.queue.extend(job.cloned());
            drop(state);
            self.work.notify_one();
            return None;
        }
        let mut stranded = Vec::from(std::mem::take(&mut state.queue));
        let waiting = std::mem::take(&mut state.waiting);
        let at_end = state.at_end();
        drop(state);
        for Waiting { job, waker, .. } in waiting {
            stranded.push(job);
            waker.wake();
        }
        wake(at_end);
        Some(stranded)
    }

    /// Counts a thread that is about to be started without a job: it is free from now on.
    pub(super) fn starting(&self) {
        self.lock().threads += 1;
    }

    /// A thread begins, with this job if it was started for one. Gives the thread's key.
    pub(super) fn begin(&self, first: Option<&J>) -> usize {
        let running = first.map(Queued::facts);
        self.lock().workers.insert(Worker { thread: current().id(), running })
    }

    /// The job of a thread is done, and nobody knows yet: who learns of it and submits another finds the thread free.
    pub(super) fn done(&self, worker: usize) {
        let admitted = self.lock().is_free(worker);
        wake(admitted);
    }

    /// The next job for a thread, which waits for it; `None` when the thread has to end. It is then not counted any more.
    pub(super) fn next(&self, worker: usize) -> Option<J> {
        // For a job that was taken back: nobody waited for it to be done.
        self.done(worker);
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop_front() {
                state.workers[worker].running = Some(job.facts());
                state.busy += 1;
                return Some(job);
            }
            if state.closed {
                state.threads -= 1;
                return None;
            }
            let timed_out;
            (state, timed_out) = self.wait_for_work(state);
            let idle_too_long = timed_out && state.queue.is_empty() && state.threads > self.limits.min_threads;
            if idle_too_long && !state.closed {
                state.threads -= 1;
                return None;
            }
        }
    }

    fn wait_for_work<'s>(&self, state: MutexGuard<'s, State<J>>) -> (MutexGuard<'s, State<J>>, bool) {
        if state.threads <= self.limits.min_threads {
            return (self.work.wait(state).unwrap_or_else(PoisonError::into_inner), false);
        }
        let waited = self.work.wait_timeout(state, self.limits.keep_alive);
        let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        (state, waited.timed_out())
    }

    /// The last thing that a thread does.
    pub(super) fn end(&self, worker: usize) {
        let mut state = self.lock();
        state.workers.remove(worker);
        let at_end = state.at_end();
        drop(state);
        wake(at_end);
    }

    /// Takes no more jobs; the threads end when the queue is empty.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let told: Vec<_> = state.waiting.iter().map(|waiting| waiting.waker.clone()).collect();
        let at_end = state.at_end();
        drop(state);
        self.work.notify_all();
        wake(told);
        wake(at_end);
    }

    /// Everything in the queue, which the threads then do not run. To be called when it is closed: nobody waits for the room.
    pub(super) fn take_queue(&self) -> VecDeque<J> {
        std::mem::take(&mut self.lock().queue)
    }

    /// Takes one job out of the queue.
    pub(super) fn remove(&self, is_it: impl Fn(&J) -> bool) -> Option<J> {
        let mut state = self.lock();
        let at = state.queue.iter().position(is_it)?;
        let job = state.queue.remove(at);
        let admitted = state.admit();
        drop(state);
        wake(admitted);
        job
    }

    /// Resolves when it is closed and its last thread has ended.
    pub(super) fn poll_end(&self, waker: &Waker) -> Poll<()> {
        let mut state = self.lock();
        if state.has_ended() {
            return Poll::Ready(());
        }
        if !state.at_end.iter().any(|other| other.will_wake(waker)) {
            state.at_end.push(waker.clone());
        }
        Poll::Pending
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Whether the calling thread is one of the pool's own.
    pub(super) fn is_own_thread(&self) -> bool {
        let me = current().id();
        self.lock().workers.iter().any(|(_, worker)| worker.thread == me)
    }

    pub(super) fn queued(&self) -> usize {
        self.lock().queue.len()
    }

    pub(super) fn threads(&self) -> usize {
        self.lock().threads
    }

    pub(super) fn running(&self) -> Vec<J::Facts> {
        self.lock().workers.iter().filter_map(|(_, worker)| worker.running).collect()
    }
}

/// There will be no place.
#[derive(Debug)]
pub(super) struct Closed;

impl<J: Queued> State<J> {
    /// A thread has done its job, if it had one: there is room for another. (When it takes one from the queue, that changes
    /// nothing: one less waits, and one thread less is free.)
    fn is_free(&mut self, worker: usize) -> Option<Waker> {
        self.workers[worker].running.take()?;
        self.busy -= 1;
        self.admit()
    }

    fn position(&self, ticket: Ticket) -> Option<usize> {
        self.waiting.binary_search_by_key(&ticket, |waiting| waiting.ticket).ok()
    }

    /// Gives the room that there is now to who has waited longest.
    fn admit(&mut self) -> Option<Waker> {
        if self.closed {
            return None;
        }
        let Waiting { job, waker, .. } = self.waiting.pop_front()?;
        self.queue.push_back(job);
        Some(waker)
    }

    fn has_ended(&self) -> bool {
        self.closed && self.threads == 0 && self.workers.is_empty()
    }

    fn at_end(&mut self) -> Vec<Waker> {
        if self.has_ended() { std::mem::take(&mut self.at_end) } else { Vec::new() }
    }
}

fn wake(wakers: impl IntoIterator<Item = Waker>) {
    wakers.into_iter().for_each(Waker::wake);
}
