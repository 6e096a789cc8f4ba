//! Time and allocations of a number of operations.

use std::alloc::System;
use std::time::{Duration, Instant};

use stats_alloc::Region;

/// Operations before the measured ones: queues and registers then have the size they keep.
const WARM_UP: u64 = 128;

/// What a number of operations took.
pub(crate) struct Measured {
    pub(crate) operations: u64,
    pub(crate) time: Duration,
    pub(crate) allocations: usize,
}

impl Measured {
    pub(crate) fn nanoseconds_each(&self) -> f64 {
        self.time.as_nanos() as f64 / self.operations as f64
    }

    pub(crate) fn allocations_each(&self) -> f64 {
        self.allocations as f64 / self.operations as f64
    }
}

/// Runs an operation again and again.
pub(crate) fn measure(operations: u64, mut operation: impl FnMut()) -> Measured {
    for _ in 0..WARM_UP {
        operation();
    }
    let meter = Meter::start();
    for _ in 0..operations {
        operation();
    }
    meter.stop(operations)
}

/// [`measure`] for an operation that awaits.
pub(crate) async fn measure_async(operations: u64, mut operation: impl AsyncFnMut()) -> Measured {
    for _ in 0..WARM_UP {
        operation().await;
    }
    let meter = Meter::start();
    for _ in 0..operations {
        operation().await;
    }
    meter.stop(operations)
}

pub(crate) struct Meter {
    started: Instant,
    allocated: Region<'static, System>,
}

impl Meter {
    pub(crate) fn start() -> Self {
        let allocated = Region::new(crate::ALLOCATOR);
        Self { started: Instant::now(), allocated }
    }

    pub(crate) fn stop(self, operations: u64) -> Measured {
        let time = self.started.elapsed();
        let change = self.allocated.change();
        Measured { operations, time, allocations: change.allocations + change.reallocations }
    }
}
