//! What a piece of work has in old places, and keeps from poll to poll.

use std::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::ambient::Ambient;
use super::current::{self, Shows};
use super::registered::Ambients;

/// What a piece of work has in old places between two polls or calls: nothing, where nothing is registered.
pub(crate) struct Installed(Option<Box<Places>>);

struct Places {
    ctx: AssertUnwindSafe<Weak<dyn Shows>>,
    places: Vec<Box<dyn Place>>,
}

/// One place with the value that the work has there. `Sync` and the like, so that a future which holds it stays what it is.
pub(crate) trait Place: Send + Sync + UnwindSafe + RefUnwindSafe {
    fn within(&mut self, run: &mut dyn FnMut());
}

/// The value of one piece of work.
pub(super) struct Kept<A: Ambient> {
    ambient: AssertUnwindSafe<Arc<A>>,
    // Never locked: a lock is what makes it `Sync`.
    value: Mutex<A::Value>,
}

impl<A: Ambient> Kept<A> {
    pub(super) fn new(value: A::Value, ambient: Arc<A>) -> Self {
        Self { ambient: AssertUnwindSafe(ambient), value: Mutex::new(value) }
    }
}

impl<A: Ambient> Place for Kept<A> {
    fn within(&mut self, run: &mut dyn FnMut()) {
        self.ambient.within(self.value.get_mut().unwrap_or_else(PoisonError::into_inner), run);
    }
}

impl Installed {
    pub(crate) const NOTHING: Self = Self(None);

    /// What work under `ctx` begins with.
    pub(crate) fn new(ambients: &Ambients, ctx: &Arc<dyn Shows>) -> Self {
        let shown = ctx.shown();
        let places = ambients.iter().map(|ambient| Arc::clone(ambient).place(&shown)).collect();
        Self(Some(Box::new(Places { ctx: AssertUnwindSafe(Arc::downgrade(ctx)), places })))
    }

    /// Runs a part of the work with everything in its place, and puts back what was there, also when it panics.
    #[inline]
    pub(crate) fn within<O>(&mut self, run: impl FnOnce() -> O) -> O {
        match &mut self.0 {
            None => run(),
            Some(places) => places.within(run),
        }
    }
}

impl Places {
    fn within<O>(&mut self, run: impl FnOnce() -> O) -> O {
        if current::thread_is_ending() {
            return run();
        }
        let (mut run, mut done) = (Some(run), None);
        nested(&mut self.places, &mut || {
            // After the places have been used: see `thread_is_ending`.
            let _put_back = current::install(&self.ctx);
            done = run.take().map(|run| run());
        });
        match done {
            Some(done) => done,
            None => unreachable!("each place has run what is in it, or panicked"),
        }
    }
}

/// Each place catches what passes through it: no application's code, and no library's, has to put back while it unwinds.
fn nested(places: &mut [Box<dyn Place>], run: &mut dyn FnMut()) {
    let Some((place, others)) = places.split_first_mut() else { return run() };
    let mut ended = None;
    place.within(&mut || {
        if ended.is_none() {
            ended = Some(catch_unwind(AssertUnwindSafe(|| nested(others, run))));
        }
    });
    match ended {
        Some(Ok(())) => {}
        Some(Err(payload)) => resume_unwind(payload),
        None => panic!("an ambient did not run the work that it was given (`Ambient::within` has to call `run`)"),
    }
}
