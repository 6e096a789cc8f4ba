//! Old places, which a test of hops can have the bridge fill: a thread-local and a task-local.

use std::cell::{Cell, RefCell};

use ctx::Gate;
use ctx::bridge::{task_local, thread_local};

use crate::identity::TurnFields;

thread_local! {
    static TENANT: RefCell<Option<String>> = const { RefCell::new(None) };
    static BRIDGED: Cell<bool> = const { Cell::new(false) };
}

tokio::task_local! {
    static REQUEST: String;
}

/// What code finds that takes no ctx.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Old {
    /// In the thread-local.
    pub tenant: Option<String>,
    /// In the task-local.
    pub request: Option<String>,
}

impl Old {
    /// What it finds here.
    #[must_use]
    pub fn here() -> Self {
        Self { tenant: TENANT.with_borrow(Clone::clone), request: REQUEST.try_get().ok() }
    }

    /// The same for a worker, which has something of its own there from now on.
    #[must_use]
    pub fn of_a_worker() -> Self {
        TENANT.with_borrow_mut(|tenant| {
            tenant.get_or_insert_with(|| "the worker's own".to_owned());
        });
        Self::here()
    }
}

/// While `work` runs, gates that are made on this thread know the old places.
pub fn with_the_bridge<O>(work: impl FnOnce() -> O) -> O {
    struct Ends;
    impl Drop for Ends {
        fn drop(&mut self) {
            BRIDGED.set(false);
        }
    }
    BRIDGED.set(true);
    let _ends = Ends;
    work()
}

/// Whether it runs.
#[must_use]
pub fn is_bridged() -> bool {
    BRIDGED.get()
}

/// Bridges a new gate, if so.
pub(crate) fn bridge(gate: &Gate) {
    if is_bridged() {
        gate.bridge(thread_local(&TENANT, |shown| shown.tenant_label())).bridge(task_local(&REQUEST, |shown| {
            shown.fields::<TurnFields>().map(|fields| fields.request_id.to_string())
        }));
    }
}
