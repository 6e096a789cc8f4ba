//! The old places that a gate knows, for every context it admits.

use std::sync::{Arc, PoisonError, RwLock};

use super::ambient::Ambient;
use super::installed::{Kept, Place};
use super::shown::Shown;

/// Some places, in the order in which they were registered.
pub(crate) type Ambients = Arc<[Arc<dyn AnyAmbient>]>;

/// A place whatever the type of its value.
pub(crate) trait AnyAmbient: Send + Sync {
    fn place(self: Arc<Self>, shown: &Shown<'_>) -> Box<dyn Place>;
}

impl<A: Ambient> AnyAmbient for A {
    fn place(self: Arc<Self>, shown: &Shown<'_>) -> Box<dyn Place> {
        Box::new(Kept::new(self.value(shown), self))
    }
}

/// What a gate holds.
#[derive(Default)]
pub(crate) struct Registered(RwLock<Option<Ambients>>);

impl Registered {
    pub(crate) fn add(&self, ambient: impl Ambient) {
        let mut ambients = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let before = ambients.iter().flat_map(|ambients| ambients.iter()).map(Arc::clone);
        let with_it = before.chain([Arc::new(ambient) as Arc<dyn AnyAmbient>]).collect();
        *ambients = Some(with_it);
    }

    /// Nothing where there is none, so that its contexts need no more than a look.
    pub(crate) fn now(&self) -> Option<Ambients> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
