//! Which context is installed on this thread right now: for a seam below it, which may then go on with the same turn.
//!
//! # Ambient access
//!
//! The only thread-locals of this crate, and only of the bridge: `CURRENT` holds a context for as long as the bridge has put the same one
//! in old places, and no longer.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Weak};
use std::time::Instant;

use super::shown::Shown;
use crate::root::Rooted;
use crate::spans::Span;

/// A context whatever its slots, as the bridge knows it.
pub(crate) trait Shows: Send + Sync {
    fn shown(&self) -> Shown<'_>;
    fn deadline(&self) -> Option<Instant>;
    fn span(&self) -> &Span;
    /// The root it lives on.
    fn keeper(self: Arc<Self>) -> Arc<dyn Rooted>;
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

/// Weak, so that the report of a shutdown counts holders as it does without the bridge. The hop that installs it holds it.
pub(super) type Current = Option<Weak<dyn Shows>>;

thread_local! {
    static CURRENT: Slot = const { Slot(RefCell::new(None)) };
    /// Has no destructor, so it can be asked to the last.
    static ENDING: Cell<bool> = const { Cell::new(false) };
}

struct Slot(RefCell<Current>);

impl Drop for Slot {
    fn drop(&mut self) {
        ENDING.set(true);
    }
}

/// Whether this thread destroys its thread-locals, so that places may be gone. Those that were used before `CURRENT` was go after
/// it: a thread destroys first what it has used last.
pub(super) fn thread_is_ending() -> bool {
    ENDING.get()
}

/// The context that is installed on this thread.
pub(crate) fn current() -> Option<Arc<dyn Shows>> {
    CURRENT.try_with(|current| current.0.borrow().as_ref().and_then(Weak::upgrade)).ok().flatten()
}

/// Puts `ctx` in for as long as the result lives.
pub(super) fn install(ctx: &Weak<dyn Shows>) -> PutBack {
    PutBack(exchange(Some(Weak::clone(ctx))))
}

pub(super) struct PutBack(Current);

impl Drop for PutBack {
    fn drop(&mut self) {
        exchange(self.0.take());
    }
}

/// Nothing happens on a thread that is about to end.
fn exchange(ctx: Current) -> Current {
    CURRENT.try_with(|current| current.0.replace(ctx)).ok().flatten()
}
