//! Instructions of one operation, counted by the benchmark's `callgrind`.

use crate::callgrind::{self, Counting};
use crate::case::Case;
use crate::hops;

/// fastrace's clock measures itself before `main`, until it is content.
const COUNTING: Counting = Counting { few: 200, more: 600, left_out: &["*fastant*init*"] };

/// How often a case is counted in which threads wait for each other. Of several counts the least is taken: what makes them
/// differ is a thread that looked once more before it slept.
const TRIES_ON_THREADS: usize = 3;

/// The case and the number of operations, when this process is a child.
pub(crate) fn asked_for(arguments: &[String]) -> Option<(Case, u64)> {
    let (name, operations) = callgrind::asked_for(arguments)?;
    Some((hops::cases().find(|case| case.name() == name)?, operations))
}

/// Instructions of one operation.
pub(crate) fn of(case: &Case) -> Result<f64, String> {
    let tries = if case.hop.on_threads { TRIES_ON_THREADS } else { 1 };
    let counts = (0..tries).map(|_| COUNTING.of(&case.name())).collect::<Result<Vec<_>, _>>()?;
    Ok(counts.into_iter().fold(f64::INFINITY, f64::min))
}
