//! Where old code calls migrated code.

use std::panic::Location;

/// A line where old code calls migrated code with a turn that it has from the bridge, and how often it did.
#[derive(Clone, Debug)]
pub struct Seam {
    pub(super) at: &'static Location<'static>,
    pub(super) passes: Passes,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passes {
    pub(super) same_turn: u64,
    pub(super) new_turn: u64,
}

impl Seam {
    /// The line.
    #[must_use]
    pub fn at(&self) -> &'static Location<'static> {
        self.at
    }

    /// How often it went on with the turn that the old code was called from: cancelled with it, and with its deadline.
    #[must_use]
    pub fn same_turn(&self) -> u64 {
        self.passes.same_turn
    }

    /// How often it made a turn of its own, which nobody cancels.
    #[must_use]
    pub fn new_turn(&self) -> u64 {
        self.passes.new_turn
    }
}
