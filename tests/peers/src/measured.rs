//! Everything that one run measures.

use crate::case::{Case, Hop};
use crate::contention::{self, Contention};
use crate::load::{LOADED, TURNS, TURNS_IN_ALL, WORKERS};
use crate::{callgrind, hops, instructions};

/// Rounds over all cases, one case after the other, so that a slow moment of the machine does not fall on one alone.
const ROUNDS: usize = 7;

/// What one operation of a case came to.
pub(crate) struct Row {
    pub(crate) case: Case,
    pub(crate) instructions: Option<f64>,
    pub(crate) nanoseconds: f64,
    pub(crate) allocations: f64,
}

impl Row {
    /// What the ratios are made of: instructions, or time where they were not counted.
    pub(crate) fn cost(&self) -> f64 {
        self.instructions.unwrap_or(self.nanoseconds)
    }
}

/// What a hop of many turns came to.
pub(crate) struct LoadRow {
    pub(crate) peer: &'static str,
    pub(crate) workers: usize,
    pub(crate) turns: usize,
    pub(crate) nanoseconds: f64,
    pub(crate) allocations: f64,
}

pub(crate) struct Everything {
    pub(crate) rows: Vec<Row>,
    pub(crate) load: Vec<LoadRow>,
    /// Peer, and bytes of the heap per turn.
    pub(crate) live_bytes: Vec<(&'static str, f64)>,
    pub(crate) contention: Contention,
    pub(crate) contention_by_hand: Contention,
    /// Or else the ratios are of times.
    pub(crate) counted: bool,
}

impl Everything {
    /// What `ctx` costs at a hop by what the peer of a row does.
    pub(crate) fn ratio(&self, row: &Row) -> f64 {
        self.of(row.case.hop, "ctx").map_or(f64::NAN, Row::cost) / row.cost()
    }

    pub(crate) fn of(&self, hop: &Hop, peer: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.case.hop.name == hop.name && row.case.peer == peer)
    }

    /// Each hop that was measured.
    pub(crate) fn hops(&self) -> impl Iterator<Item = &'static Hop> {
        hops::WITHOUT_SUBSCRIBER.iter().chain(hops::WITH_SUBSCRIBER).copied()
    }

    pub(crate) fn load_of(&self, peer: &str, workers: usize, turns: usize) -> Option<&LoadRow> {
        self.load.iter().find(|row| row.peer == peer && row.workers == workers && row.turns == turns)
    }

    /// `ctx` by a peer, in the figure that `of` gives.
    pub(crate) fn load_ratio(&self, row: &LoadRow, of: impl Fn(&LoadRow) -> f64) -> f64 {
        self.load_of("ctx", row.workers, row.turns).map_or(f64::NAN, &of) / of(row)
    }
}

/// Measures it, the counts first: what they need is another process.
pub(crate) fn everything() -> Everything {
    let counts = counts();
    let counted = counts.is_some();
    println!("taking times ..");
    // Before the cases that install a subscriber.
    let load = load();
    let live_bytes = LOADED.iter().map(|loaded| (loaded.peer, loaded.live_bytes(1_000))).collect();
    let (contention, contention_by_hand) = contention::measured(contention::ROUNDS);
    let mut rows = timed(hops::WITHOUT_SUBSCRIBER);
    rows.extend(timed(hops::WITH_SUBSCRIBER));
    let mut counts = counts.into_iter().flatten();
    rows.iter_mut().for_each(|row| row.instructions = counts.next());
    Everything { rows, load, live_bytes, contention, contention_by_hand, counted }
}

/// Instructions of an operation of each case; or nothing, and a line that says why.
fn counts() -> Option<Vec<f64>> {
    if !callgrind::can_count() {
        println!("instruction counts skipped: valgrind is not installed (help: `apt-get install valgrind`)");
        return None;
    }
    println!("counting instructions under valgrind ..");
    match hops::cases().map(|case| instructions::of(&case)).collect() {
        Ok(counts) => Some(counts),
        Err(error) => {
            println!("instruction counts skipped: {error}");
            None
        }
    }
}

fn timed(hops: &'static [&'static Hop]) -> Vec<Row> {
    let row = |case| Row { case, instructions: None, nanoseconds: f64::INFINITY, allocations: f64::INFINITY };
    let mut rows: Vec<Row> = hops.iter().flat_map(|hop| hop.cases()).map(row).collect();
    for _ in 0..ROUNDS {
        for row in &mut rows {
            let measured = row.case.run(row.case.hop.operations);
            row.nanoseconds = row.nanoseconds.min(measured.nanoseconds_each());
            row.allocations = row.allocations.min(measured.allocations_each());
        }
    }
    rows
}

fn load() -> Vec<LoadRow> {
    let mut rows = Vec::new();
    for workers in WORKERS {
        for turns in TURNS {
            let row = |peer| LoadRow { peer, workers, turns, nanoseconds: f64::INFINITY, allocations: f64::INFINITY };
            let mut these: Vec<_> = LOADED.iter().map(|loaded| row(loaded.peer)).collect();
            for _ in 0..ROUNDS {
                for (row, loaded) in these.iter_mut().zip(LOADED) {
                    let measured = loaded.hops(workers, turns, TURNS_IN_ALL);
                    row.nanoseconds = row.nanoseconds.min(measured.nanoseconds_each());
                    row.allocations = row.allocations.min(measured.allocations_each());
                }
            }
            rows.extend(these);
        }
    }
    rows
}
