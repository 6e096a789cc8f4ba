//! The register of live roots, and the two signals of a shutdown.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use slab::Slab;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::drain::{DrainReport, StillRunning};
use crate::error::{Error, Kind};
use crate::root::Rooted;

pub(crate) struct GateState {
    register: Mutex<Register>,
    /// Wakes who waits for the register to be empty: tasks and threads.
    idle: Notify,
    idle_thread: Condvar,
    #[cfg(feature = "bridge")]
    pub(crate) ambients: crate::installing::Registered,
    /// Cancelled when admission stops.
    pub(crate) closing: CancellationToken,
    /// Cancelled when the grace ends: the root of every turn's token.
    pub(crate) shutdown: CancellationToken,
}

struct Register {
    open: bool,
    /// Weak, so that a root ends when its last holder does; its own drop takes it out of here.
    roots: Slab<Weak<dyn Rooted>>,
}

impl Register {
    fn add(&mut self, root: &Arc<dyn Rooted>) {
        let key = self.roots.insert(Arc::downgrade(root));
        root.root().registered_as(key);
    }
}

impl GateState {
    pub(crate) fn new() -> Self {
        Self {
            register: Mutex::new(Register { open: true, roots: Slab::new() }),
            idle: Notify::new(),
            idle_thread: Condvar::new(),
            #[cfg(feature = "bridge")]
            ambients: crate::installing::Registered::default(),
            closing: CancellationToken::new(),
            shutdown: CancellationToken::new(),
        }
    }

    /// Only slab operations run under the lock, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, Register> {
        self.register.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a root that comes from outside.
    pub(crate) fn register(&self, root: &Arc<dyn Rooted>) -> Result<(), Error> {
        let mut register = self.lock();
        if !register.open {
            return Err(Error::new(Kind::Draining));
        }
        register.add(root);
        Ok(())
    }

    /// Registers a root that was started by work which was admitted and may finish what it began.
    pub(crate) fn register_inside(&self, root: &Arc<dyn Rooted>) {
        self.lock().add(root);
    }

    pub(crate) fn leave(&self, key: usize) {
        let mut register = self.lock();
        register.roots.remove(key);
        if register.roots.is_empty() {
            drop(register);
            self.idle.notify_waiters();
            self.idle_thread.notify_all();
        }
    }

    pub(crate) fn live(&self) -> usize {
        self.lock().roots.len()
    }

    pub(crate) fn close(&self) {
        self.lock().open = false;
        self.closing.cancel();
    }

    pub(crate) fn is_closed(&self) -> bool {
        !self.lock().open
    }

    pub(crate) async fn idle(&self) {
        loop {
            // Made before looking: a `Notified` sees every `notify_waiters` after its creation.
            let notified = self.idle.notified();
            if self.lock().roots.is_empty() {
                return;
            }
            notified.await;
        }
    }

    pub(crate) fn wait_until_idle(&self, grace: Duration) {
        let register = self.lock();
        let waited = self.idle_thread.wait_timeout_while(register, grace, |register| !register.roots.is_empty());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn still_running(&self) -> Vec<StillRunning> {
        let roots = self.roots();
        roots.iter().map(|root| StillRunning::of(root, Arc::strong_count(root) - 1)).collect()
    }

    fn roots(&self) -> Vec<Arc<dyn Rooted>> {
        let roots: Vec<Weak<dyn Rooted>> = self.lock().roots.iter().map(|(_, root)| Weak::clone(root)).collect();
        // Upgraded outside the lock: the last holder of a root may let go meanwhile, and its drop takes the lock.
        roots.iter().filter_map(Weak::upgrade).collect()
    }

    /// Ends the grace: cancels all that is left and says what it was.
    pub(crate) fn shut_down(&self) -> DrainReport {
        let roots = self.roots();
        // First: a label is the application's code, which may take its time or panic.
        let holders: Vec<_> = roots.iter().map(|root| Arc::strong_count(root) - 1).collect();
        self.shutdown.cancel();
        DrainReport::new(roots.iter().zip(holders).map(|(root, holders)| StillRunning::of(root, holders)).collect())
    }
}
