//! Whether the hops of one turn get in each other's way: they all count the holders of the same context.
//!
//! 64 hops of one turn at once on 2 worker threads, against 64 hops of 64 turns, which share no counter. What the processors
//! wait for a shared line of memory is in no count of instructions, so this is time: the best of many rounds, taken in turns.
//! By hand the hops of one turn share an `Arc`, which is the same counter.

use tokio::runtime::Runtime;

use crate::burst::done;
use crate::carried::{Ctx, id, load, load_explicit, turn};
use crate::load::on_workers;
use crate::meter::Meter;
use crate::peers::{ByHand, Peer};

/// How many hops at once.
pub(crate) const HOPS: usize = 64;

const WORKERS: usize = 2;
pub(crate) const ROUNDS: usize = 31;

/// How often the hops are started in a round.
const TIMES: usize = 100;

/// Nanoseconds of a hop, by whether it shares its context with the 63 others.
pub(crate) struct Contention {
    pub(crate) one_turn: f64,
    pub(crate) turns_of_their_own: f64,
}

impl Contention {
    pub(crate) fn ratio(&self) -> f64 {
        self.one_turn / self.turns_of_their_own
    }
}

/// What was measured of `ctx` and by hand.
pub(crate) fn measured(rounds: usize) -> (Contention, Contention) {
    let runtime = on_workers(WORKERS);
    let none = || Contention { one_turn: f64::INFINITY, turns_of_their_own: f64::INFINITY };
    let (mut explicit, mut by_hand) = (none(), none());
    for _ in 0..rounds {
        explicit.one_turn = explicit.one_turn.min(hops_explicit(&runtime, 1));
        explicit.turns_of_their_own = explicit.turns_of_their_own.min(hops_explicit(&runtime, HOPS));
        by_hand.one_turn = by_hand.one_turn.min(hops_by_hand(&runtime, 1));
        by_hand.turns_of_their_own = by_hand.turns_of_their_own.min(hops_by_hand(&runtime, HOPS));
    }
    (explicit, by_hand)
}

fn hops_explicit(runtime: &Runtime, turns: usize) -> f64 {
    let turns: Vec<_> = (0..turns).map(|_| turn()).collect();
    timed(runtime, move |hop| {
        let id = id();
        let ctx: &Ctx = &turns[hop % turns.len()];
        ctx.spawn(async move |ctx| load_explicit(ctx, id).await)
    })
}

fn hops_by_hand(runtime: &Runtime, turns: usize) -> f64 {
    let turns: Vec<_> = (0..turns).map(|_| ByHand::turn(Clone::clone)).collect();
    timed(runtime, move |hop| {
        let (shared, id) = (turns[hop % turns.len()].clone(), id());
        tokio::spawn(async move { load::<ByHand>(&shared, id).await })
    })
}

fn timed(runtime: &Runtime, spawn: impl Fn(usize) -> tokio::task::JoinHandle<usize> + Send + 'static) -> f64 {
    let driver = runtime.spawn(async move {
        let mut hops = Vec::with_capacity(HOPS);
        let meter = Meter::start();
        for _ in 0..TIMES {
            hops.extend((0..HOPS).map(&spawn));
            for hop in hops.drain(..) {
                done(hop.await);
            }
        }
        meter.stop((TIMES * HOPS) as u64).nanoseconds_each()
    });
    match runtime.block_on(driver) {
        Ok(nanoseconds) => nanoseconds,
        Err(error) => panic!("the driver failed: {error}"),
    }
}
