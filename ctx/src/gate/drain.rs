//! What a shutdown found still running.

use std::fmt;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use crate::clock;
use crate::root::Rooted;

/// What was still running when the grace of a [`Gate::drain`](crate::Gate::drain) ended. All of it has been cancelled.
#[derive(Clone, Debug)]
#[must_use = "the report says what did not end in time"]
pub struct DrainReport {
    still_running: Vec<StillRunning>,
}

impl DrainReport {
    pub(super) fn new(still_running: Vec<StillRunning>) -> Self {
        Self { still_running }
    }

    /// Whether everything had ended by itself.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.still_running.is_empty()
    }

    /// One entry for each turn, named task and piece of detached or platform work that had not ended.
    #[must_use]
    pub fn still_running(&self) -> &[StillRunning] {
        &self.still_running
    }
}

/// A line each, or `nothing was left running`.
impl fmt::Display for DrainReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_clean() {
            return f.write_str("nothing was left running");
        }
        for (at, running) in self.still_running.iter().enumerate() {
            let line_feed = if at == 0 { "" } else { "\n" };
            write!(f, "{line_feed}{running}")?;
        }
        Ok(())
    }
}

/// A turn, or named, detached or platform work, that had not ended when the grace did.
///
/// Work that was started without a name of its own is not listed by itself: it counts among the
/// [`holders`](Self::holders) of what it was started from. [`Ctx::task`](crate::Ctx::task) gives work a name and a line
/// here. The name of a [`Ctx::thread`](crate::Ctx::thread) is the operating system's, and gives none.
#[derive(Clone, Debug)]
pub struct StillRunning {
    kind: &'static str,
    tenant: Option<String>,
    site: &'static Location<'static>,
    running_for: Duration,
    holders: usize,
}

impl StillRunning {
    pub(super) fn of(root: &Arc<dyn Rooted>, holders: usize) -> Self {
        let started = root.root();
        Self {
            kind: started.kind,
            tenant: catch_unwind(AssertUnwindSafe(|| root.tenant_label()))
                .unwrap_or_else(|_| Some("(its label panicked)".to_owned())),
            site: started.site,
            running_for: clock::now().saturating_duration_since(started.started),
            holders,
        }
    }

    /// The kind of turn, or the name of the task or detached work.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The label of the tenant; `None` for platform work.
    #[must_use]
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }

    /// The line that admitted, named or detached it.
    #[must_use]
    pub fn started_at(&self) -> &'static Location<'static> {
        self.site
    }

    /// How long ago that was.
    #[must_use]
    pub fn running_for(&self) -> Duration {
        self.running_for
    }

    /// How many owners and hops held its context: the [`Turn`](crate::Turn), spawned tasks, threads, streams, messages and
    /// derived contexts. What was started from a derived context counts with it, as one.
    #[must_use]
    pub fn holders(&self) -> usize {
        self.holders
    }
}

impl fmt::Display for StillRunning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` for ", self.kind)?;
        match &self.tenant {
            Some(tenant) => write!(f, "tenant `{tenant}`")?,
            None => f.write_str("no tenant")?,
        }
        let holders = if self.holders == 1 { "holder" } else { "holders" };
        write!(f, ", started at {}, running for {:.1?}, {} {holders}", self.site, self.running_for, self.holders)
    }
}
