//! Admitting a turn, and its end.

use std::hint::black_box;

use ctx::Gate;

use crate::meter::{Measured, measure};
use crate::tenant::TenantId;

/// Admission and end. Admission is what allocates: `admit_allocations` is the count of this.
pub(crate) fn admit_and_end(operations: u64) -> Measured {
    let gate = Gate::new();
    let tenant = TenantId::acme();
    measure(operations, || match gate.admit(tenant.clone(), (), ()) {
        Ok(turn) => drop(black_box(turn)),
        Err(error) => panic!("an open gate refused a turn: {error}"),
    })
}
