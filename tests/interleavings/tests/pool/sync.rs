//! The locks and threads of a pool's state, under the scheduler. A wait with a time limit ends by a notification or by the
//! limit, as the scheduler likes.

use std::ops::{Deref, DerefMut};
use std::sync::{LockResult, PoisonError};
use std::time::Duration;

use shuttle::rand::Rng;
pub(super) use shuttle::thread::{ThreadId, current};

pub(super) struct Mutex<T>(shuttle::sync::Mutex<T>);

pub(super) struct MutexGuard<'m, T> {
    // An option, so that a condition variable can give the lock away.
    held: Option<shuttle::sync::MutexGuard<'m, T>>,
    mutex: &'m Mutex<T>,
}

impl<T> Mutex<T> {
    pub(super) fn new(value: T) -> Self {
        Self(shuttle::sync::Mutex::new(value))
    }

    #[expect(clippy::unnecessary_wraps, reason = "as that of `std`")]
    pub(super) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(MutexGuard { held: Some(held), mutex: self })
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.held.as_ref().expect("held until it is given away")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.held.as_mut().expect("held until it is given away")
    }
}

pub(super) struct Condvar(shuttle::sync::Condvar);

pub(super) struct Waited {
    timed_out: bool,
}

impl Waited {
    pub(super) fn timed_out(&self) -> bool {
        self.timed_out
    }
}

impl Condvar {
    pub(super) fn new() -> Self {
        Self(shuttle::sync::Condvar::new())
    }

    pub(super) fn notify_one(&self) {
        self.0.notify_one();
    }

    pub(super) fn notify_all(&self) {
        self.0.notify_all();
    }

    #[expect(clippy::unnecessary_wraps, reason = "as that of `std`")]
    pub(super) fn wait<'m, T>(&self, mut guard: MutexGuard<'m, T>) -> LockResult<MutexGuard<'m, T>> {
        let held = guard.held.take().expect("held until it is given away");
        guard.held = Some(self.0.wait(held).unwrap_or_else(PoisonError::into_inner));
        Ok(guard)
    }

    pub(super) fn wait_timeout<'m, T>(
        &self,
        guard: MutexGuard<'m, T>,
        _: Duration,
    ) -> LockResult<(MutexGuard<'m, T>, Waited)> {
        if shuttle::rand::thread_rng().gen_bool(0.5) {
            return Ok((self.wait(guard).unwrap_or_else(PoisonError::into_inner), Waited { timed_out: false }));
        }
        let mutex = guard.mutex;
        drop(guard);
        shuttle::thread::yield_now();
        Ok((mutex.lock().unwrap_or_else(PoisonError::into_inner), Waited { timed_out: true }))
    }
}
