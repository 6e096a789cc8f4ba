//! The operations that are measured, in the order of the table.

use crate::meter::Measured;
use crate::{admission, reads, spawns};

pub(crate) struct Case {
    /// What a row of the table begins with.
    pub(crate) title: &'static str,
    /// What it is called on the command line of a child.
    pub(crate) name: &'static str,
    run: fn(u64) -> Measured,
    /// How many operations take some ten milliseconds.
    pub(crate) operations: u64,
}

impl Case {
    pub(crate) fn run(&self, operations: u64) -> Measured {
        (self.run)(operations)
    }
}

const SPAWNS: u64 = 20_000;
const READS: u64 = 1_000_000;

/// Those with a subscriber are last: it stays for the rest of the process.
#[rustfmt::skip]
pub(crate) const CASES: &[Case] = &[
    Case { title: "spawn: `tokio::spawn`, `Arc` cloned by hand", name: "spawn/hand_arc", run: spawns::hand_arc, operations: SPAWNS },
    Case { title: "spawn: `ctx.spawn`", name: "spawn/ctx", run: spawns::explicit, operations: SPAWNS },
    Case { title: "spawn: `task_local!`, scoped anew", name: "spawn/task_local", run: spawns::task_local, operations: SPAWNS },
    Case { title: "spawn: opentelemetry, `with_context`", name: "spawn/opentelemetry", run: spawns::opentelemetry, operations: SPAWNS },
    Case { title: "read: `ctx.tenant()`", name: "read/ctx", run: reads::explicit, operations: READS },
    Case { title: "read: `task_local!`", name: "read/task_local", run: reads::task_local, operations: READS },
    Case { title: "read: opentelemetry, `Context::current()`", name: "read/opentelemetry", run: reads::opentelemetry, operations: READS },
    Case { title: "admission of a turn and its end", name: "admission", run: admission::admit_and_end, operations: SPAWNS },
    Case { title: "spawn with 1 KiB over an await: by hand", name: "large/hand_arc", run: spawns::hand_arc_large, operations: SPAWNS },
    Case { title: "spawn with 1 KiB over an await: `ctx.spawn`", name: "large/ctx", run: spawns::explicit_large, operations: SPAWNS },
    Case { title: "spawn with a subscriber: by hand, `.instrument(span)`", name: "span/hand_arc", run: spawns::hand_arc_in_span, operations: SPAWNS },
    Case { title: "spawn with a subscriber: `ctx.spawn`", name: "span/ctx", run: spawns::explicit_in_span, operations: SPAWNS },
];

pub(crate) fn named(name: &str) -> Option<&'static Case> {
    CASES.iter().find(|case| case.name == name)
}
