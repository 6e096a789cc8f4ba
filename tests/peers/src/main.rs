//! What each hop costs beside the other ways to carry a context: `cargo run -p peers --release`.
//!
//! Each hop is measured as `ctx` does it and as its peers do, with the same work: see [`peers`] for who they are, and `hops`
//! for what one operation is. Counted are instructions, which carry the comparison, allocations, and time, the best of
//! several rounds. After them come many turns at once, and many hops of one turn on two threads.
//!
//! The last lines are for programs: `ratio HOP/PEER V`, what the hop costs with `ctx` by what it costs with the peer, so that
//! less than 1 means `ctx` is cheaper. Nothing here fails when it is not: figures are read by people.
//!
//! Takes some minutes: each case is counted in processes of its own. How that is done is shared with the benchmark of `ctx`, file
//! by file: a package for it would stand between `ctx` and its benchmark.
//!
//! `--svg PATH` writes a plot, `--page PATH` the tables of a page of the guide; without them the program only prints.

mod arguments;
mod burst;
#[path = "../../../ctx/benches/hop_cost/callgrind.rs"]
mod callgrind;
mod carried;
mod case;
mod contention;
mod hops;
mod instructions;
mod load;
mod measured;
#[path = "../../../ctx/benches/hop_cost/meter.rs"]
mod meter;
mod page;
mod peers;
mod plot;
mod report;
#[path = "../../../ctx/benches/hop_cost/tenant.rs"]
mod tenant;
#[cfg(test)]
mod tests;

use std::alloc::System;
use std::process::ExitCode;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Counts allocations. Four instructions more per allocation, in every case the same.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((case, operations)) = instructions::asked_for(&arguments) {
        // This is the child that valgrind watches.
        case.run(operations);
        return ExitCode::SUCCESS;
    }
    match arguments::parsed(arguments).and_then(|files| report::run(&files)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
