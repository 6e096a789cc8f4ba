//! What was started under a turn.

use std::panic::Location;
use std::sync::{Arc, Mutex, PoisonError};

use crate::root::Root;

/// The hops of a turn and of all roots that were started from it.
pub(crate) type Hops = Arc<Mutex<Vec<Hop>>>;

/// One piece of work that was started under a context.
#[derive(Clone, Debug)]
pub struct Hop {
    kind: &'static str,
    name: &'static str,
    site: &'static Location<'static>,
}

impl Hop {
    /// How it was started: `"entry"`, `"task"`, `"local task"`, `"blocking"`, `"thread"`, `"timer"`, `"stream"`, `"message"`,
    /// `"bound closure"` or `"carried future"`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The name of the task or of the detached or platform work; the kind of the turn for work without a name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The line that started it.
    #[must_use]
    pub fn started_at(&self) -> &'static Location<'static> {
        self.site
    }
}

pub(crate) fn note_hop(root: &Root, kind: &'static str, site: &'static Location<'static>) {
    root.hops.lock().unwrap_or_else(PoisonError::into_inner).push(Hop { kind, name: root.kind, site });
}

pub(super) fn hops(root: &Root) -> Vec<Hop> {
    root.hops.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
