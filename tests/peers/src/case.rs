//! A hop and the ways to make it.

use std::future::Future;

use crate::meter::{Measured, measure_async};

/// One kind of hop.
pub(crate) struct Hop {
    /// What it is called in the ratios.
    pub(crate) name: &'static str,
    /// What one operation is.
    pub(crate) operation: &'static str,
    /// How many operations take some ten milliseconds.
    pub(crate) operations: u64,
    /// Whether threads wait for each other: then counts vary a little, and the least of several is taken.
    pub(crate) on_threads: bool,
    /// Each peer that can make it, `ctx` first.
    pub(crate) ways: &'static [Way],
    /// What stands beside the row, where the ways do not all do the same.
    pub(crate) note: &'static str,
}

/// How one peer makes a hop: its name, and the operation.
pub(crate) type Way = (&'static str, fn(u64) -> Measured);

/// One way to make one hop.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) hop: &'static Hop,
    pub(crate) peer: &'static str,
    run: fn(u64) -> Measured,
}

impl Case {
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.hop.name, self.peer)
    }

    pub(crate) fn run(&self, operations: u64) -> Measured {
        (self.run)(operations)
    }
}

impl Hop {
    pub(crate) fn cases(&'static self) -> impl Iterator<Item = Case> {
        self.ways.iter().map(move |&(peer, run)| Case { hop: self, peer, run })
    }
}

/// A runtime of one thread: nothing is stolen, so nothing varies. One thread for what blocks.
pub(crate) fn on_one_thread<O>(work: impl Future<Output = O>) -> O {
    match tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => panic!("no runtime: {error}"),
    }
}

/// An operation that awaits, again and again.
pub(crate) fn again(operations: u64, operation: impl AsyncFnMut()) -> Measured {
    on_one_thread(measure_async(operations, operation))
}
