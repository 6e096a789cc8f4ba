//! The operations that are measured, in the order of the table.

use crate::meter::Measured;
use crate::{admission, reads, spawns};

pub(crate) struct Case {
    /// What its row of the table begins with.
    pub(crate) title: &'static str,
    /// What it is called in this program and on the command line of a child.
    pub(crate) name: &'static str,
    /// The case that it is compared with in the table.
    pub(crate) to: &'static str,
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

#[rustfmt::skip]
pub(crate) const WITHOUT_SUBSCRIBER: &[Case] = &[
    Case { title: "small task: `tokio::spawn`, `Arc` cloned by hand", name: "spawn/hand_arc", to: "spawn/hand_arc", run: spawns::hand_arc, operations: SPAWNS },
    Case { title: "small task: `ctx.spawn`", name: "spawn/ctx", to: "spawn/hand_arc", run: spawns::explicit, operations: SPAWNS },
    Case { title: "small task: `task_local!`, scoped anew", name: "spawn/task_local", to: "spawn/hand_arc", run: spawns::task_local, operations: SPAWNS },
    Case { title: "small task: opentelemetry, `with_context`", name: "spawn/opentelemetry", to: "spawn/hand_arc", run: spawns::opentelemetry, operations: SPAWNS },
    Case { title: "empty task: by hand", name: "empty/hand_arc", to: "empty/hand_arc", run: spawns::hand_arc_empty, operations: SPAWNS },
    Case { title: "empty task: `ctx.spawn`", name: "empty/ctx", to: "empty/hand_arc", run: spawns::explicit_empty, operations: SPAWNS },
    Case { title: "task that captures 1 KiB: by hand", name: "captured/hand_arc", to: "captured/hand_arc", run: spawns::hand_arc_captured, operations: SPAWNS },
    Case { title: "task that captures 1 KiB: `ctx.spawn`", name: "captured/ctx", to: "captured/hand_arc", run: spawns::explicit_captured, operations: SPAWNS },
    Case { title: "read: `task_local!`", name: "read/task_local", to: "read/task_local", run: reads::task_local, operations: READS },
    Case { title: "read: `ctx.tenant()`", name: "read/ctx", to: "read/task_local", run: reads::explicit, operations: READS },
    Case { title: "read: opentelemetry, `Context::current()`", name: "read/opentelemetry", to: "read/task_local", run: reads::opentelemetry, operations: READS },
    Case { title: "a turn: admission and end", name: "admission", to: "admission", run: admission::admit_and_end, operations: SPAWNS },
];

/// Run after all others, or in a process of their own: the subscriber they install stays.
#[rustfmt::skip]
pub(crate) const WITH_SUBSCRIBER: &[Case] = &[
    Case { title: "with a subscriber: by hand, `.instrument(span)`", name: "span/hand_arc", to: "span/hand_arc", run: spawns::hand_arc_in_span, operations: SPAWNS },
    Case { title: "with a subscriber: `ctx.spawn`", name: "span/ctx", to: "span/hand_arc", run: spawns::explicit_in_span, operations: SPAWNS },
];

pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    WITHOUT_SUBSCRIBER.iter().chain(WITH_SUBSCRIBER)
}

/// The case that a child is asked for, by a name that its parent has from here.
pub(crate) fn named(name: &str) -> &'static Case {
    match all().find(|case| case.name == name) {
        Some(case) => case,
        None => panic!("no case is called `{name}`"),
    }
}
