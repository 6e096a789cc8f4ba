//! A context is shared and not copied, however large its slots are (field report A14).
//!
//! A file of its own with one test: the allocator counts for the whole process, so also the few of the test harness, whose
//! thread runs beside the test's.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use support::{TenantId, gate};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Fields that are dear to copy.
#[derive(Clone, ctx::LogFields)]
struct Large {
    first: String,
    #[log(skip)]
    rest: Vec<String>,
}

const SHARES: usize = 1_000_000;

/// What the harness may allocate meanwhile.
const FEW: usize = 100;

#[test]
fn a_million_shares() {
    let rest = (0..1000).map(|number| number.to_string()).collect();
    let fields = Large { first: "0".to_owned(), rest };
    let turn = gate().admit(TenantId("acme"), (), fields).expect("open");

    // A hop that is started again and again without being noted: one increment each.
    let each = turn.carry_each(async |ctx, ()| ctx.fields().rest.len());
    let region = Region::new(ALLOCATOR);
    for _ in 0..SHARES {
        drop(std::hint::black_box(each.clone()));
    }
    let stats = region.change();
    assert!(stats.allocations + stats.reallocations < FEW, "{stats:?}");

    // Started anew each time. The test harness writes each start down, in a list that grows now and then.
    let region = Region::new(ALLOCATOR);
    for _ in 0..SHARES {
        let bound = turn.bind(|ctx| ctx.fields().rest.len());
        assert_eq!(std::hint::black_box(bound)(), 1000);
    }
    let stats = region.change();
    assert!(stats.allocations + stats.reallocations < FEW, "{stats:?}");
}
