//! Something to count for each line of the program.

use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Counters `C` by line and by what is counted there.
pub(super) struct PerPlace<C>(Mutex<BTreeMap<Key, C>>);

pub(super) type Key = (&'static Location<'static>, &'static str);

impl<C: Clone + Default> PerPlace<C> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Only counting runs under the lock.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, C>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn count<O>(&self, key: Key, count: impl FnOnce(&mut C) -> O) -> O {
        count(self.lock().entry(key).or_default())
    }

    /// By file and line.
    pub(super) fn all(&self) -> Vec<(Key, C)> {
        self.lock().iter().map(|(key, counter)| (*key, counter.clone())).collect()
    }
}
