//! 10,000 random schedules on one worker: tasks of several tenants and of the platform, polled, dropped and submitted in an order that
//! a seed decides, with panics and setters. After each step the worker has what it had before.
//!
//! On one thread, because the bridge shares nothing between threads but what it was registered with: each piece of work has its own
//! values, and moves between threads with them as any future does. So there is no interleaving within a step to explore.

mod balance;
mod executor;
mod random;
mod work;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use balance::{Balance, Spans};
use bridge::{BRIDGE, Old, set_pin, set_tenant};
use executor::Executor;
use random::Random;
use support::{admit, platform};
use tracing_subscriber::layer::SubscriberExt;
use work::{Log, submit};

const SCHEDULES: u64 = 10_000;

#[test]
fn ten_thousand_schedules() {
    let spans = Arc::new(Spans::default());
    let subscriber = tracing_subscriber::registry().with(Balance(Arc::clone(&spans)));
    // The panics of the schedules are part of them.
    std::panic::set_hook(Box::new(|_| ()));
    let steps = tracing::subscriber::with_default(subscriber, || (0..SCHEDULES).map(|seed| run(seed, &spans)).sum());
    drop(std::panic::take_hook());
    let Steps { polls, drops, panics, passes } = steps;
    println!("{SCHEDULES} schedules: {polls} polls, {drops} drops, {panics} panics, {passes} checks of old places");
    // That it did something.
    assert!(polls > 10 * SCHEDULES && drops > SCHEDULES && panics > SCHEDULES / 4 && passes > 20 * SCHEDULES);
}

/// What was done.
#[derive(Debug, Default)]
struct Steps {
    polls: u64,
    drops: u64,
    panics: u64,
    passes: u64,
}

impl std::iter::Sum for Steps {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, steps| Self {
            polls: sum.polls + steps.polls,
            drops: sum.drops + steps.drops,
            panics: sum.panics + steps.panics,
            passes: sum.passes + steps.passes,
        })
    }
}

fn run(seed: u64, spans: &Spans) -> Steps {
    let mut random = Random::new(seed);
    let gate = support::gate();
    BRIDGE.use_gate(&gate);
    let (log, executor) = (Log::default(), Executor::default());
    let mut steps = Steps::default();
    {
        let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
        let scheduler = platform(&gate, "scheduler");
        for at in 0..6 {
            match at % 3 {
                0 => submit(&acme, &executor, &log, random.next(), 2),
                1 => submit(&globex, &executor, &log, random.next(), 2),
                _ => work::submit_platform(&scheduler, &executor, &log, random.next()),
            }
        }
    }
    while executor.has_work() {
        // Whoever uses the worker in between may leave something of its own.
        let own = [None, Some("worker"), Some("acme")][random.below(3)];
        set_tenant(own);
        set_pin(random.below(3) as u32);
        let before = Old::here();
        match random.below(8) {
            0 => steps.drops += executor.drop_one(&mut random),
            _ => {
                steps.polls += 1;
                steps.panics += u64::from(executor.run_one(&mut random));
            }
        }
        assert_eq!(Old::here(), before, "seed {seed}: left behind");
        assert_eq!(spans.entered.load(Ordering::Relaxed), 0, "seed {seed}: a span is still entered");
    }
    let wrong = log.wrong();
    assert!(wrong.is_empty(), "seed {seed}: {wrong:#?}");
    assert_eq!(gate.live(), 0, "seed {seed}: something holds a context");
    assert_eq!(spans.open.load(Ordering::Relaxed), 0, "seed {seed}: a span is still open");
    steps.passes = log.passes();
    steps
}
