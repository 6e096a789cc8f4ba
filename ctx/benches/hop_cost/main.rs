//! What a hop costs: `cargo bench -p explicit-ctx --bench hop_cost`.
//!
//! Each operation is measured beside the forms that it replaces, which do the same work. Counted are instructions, which
//! are the same on every run and so carry the goals; times, the best of several rounds; and allocations. The last lines are
//! for programs: `ratio NAME VALUE`.
//!
//! | ratio | of | to | goal |
//! |---|---|---|---|
//! | `spawn/hand_arc` | instructions of `ctx.spawn` of a small task, and its join | of `tokio::spawn` with a hand-cloned `Arc` | 1.02 |
//! | `read/task_local` | instructions of `ctx.tenant()` | of a read through `task_local!` | 0.5 |
//! | `allocations/hand_arc` | allocations of `ctx.spawn` | of `tokio::spawn` with a hand-cloned `Arc` | 1 |
//! | `future_bytes_per_level/by_hand` | bytes that a level of nested async fns adds with an inserted ctx | with one written by hand | 1 |
//! | `admit_allocations` | allocations of an admission, once warm | | 1 |
//!
//! Nothing here fails when a goal is missed: figures are read by people.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the raw forms are what a hop is measured against"
)]

mod admission;
mod by_hand;
mod callgrind;
mod cases;
mod future_sizes;
mod meter;
mod reads;
mod report;
mod spawns;
mod tenant;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Counts allocations. Four instructions more per allocation, in every case the same.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The context of this program, where `#[with_ctx]` looks for it.
pub(crate) type Ctx = ctx::Ctx<tenant::TenantId>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match callgrind::asked_for(&arguments) {
        // This is the child that valgrind watches.
        Some((name, operations)) => drop(cases::named(name).run(operations)),
        None => report::print(),
    }
}
