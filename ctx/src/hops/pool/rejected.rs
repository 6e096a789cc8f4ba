//! A job that a pool did not take.

use std::fmt;
use std::io;
use std::sync::{Mutex, PoisonError};

/// A [`Pool`](crate::Pool) did not take this work, and gives it back.
///
/// # Example
///
/// ```
/// # use std::sync::mpsc;
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// let pool = ctx::Pool::builder().threads(1).queue(0).build()?;
///
/// let (release, held) = mpsc::channel::<()>();
/// let first = pool.submit(&turn, move |_| held.recv().is_err());
/// let rejected = pool.submit(&turn, |ctx| ctx.tenant().0.len()).unwrap_err();
/// assert!(rejected.is_full());
/// // Run it here instead.
/// assert_eq!(turn.bind(rejected.into_work())(), 4);
/// # drop(release);
/// # assert!(first?.wait()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rejected<F> {
    /// In a lock nobody waits for, so that the error is `Sync` whatever the work is, and passes through `?`.
    work: Mutex<F>,
    why: Refusal,
}

/// Why a job is not taken.
#[derive(Debug)]
pub(super) enum Refusal {
    Full,
    Closed,
    NoThread(io::Error),
}

impl<F> Rejected<F> {
    pub(super) fn new(work: F, why: Refusal) -> Self {
        Self { work: Mutex::new(work), why }
    }

    /// All threads were busy and the queue was full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self.why, Refusal::Full)
    }

    /// The pool was shut down.
    #[must_use]
    pub fn is_shut_down(&self) -> bool {
        matches!(self.why, Refusal::Closed)
    }

    /// The pool had no thread, and the operating system gave it none; its error is the [`source`](std::error::Error::source).
    #[must_use]
    pub fn is_no_thread(&self) -> bool {
        matches!(self.why, Refusal::NoThread(_))
    }

    /// The work.
    #[must_use]
    pub fn into_work(self) -> F {
        self.work.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F> fmt::Display for Rejected<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.why {
            Refusal::Full => "job not taken: all threads are busy and the queue is full",
            Refusal::Closed => "job not taken: the pool was shut down",
            Refusal::NoThread(_) => "job not taken: the operating system gave the pool no thread",
        })
    }
}

impl<F> fmt::Debug for Rejected<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rejected").field("why", &self.why).finish_non_exhaustive()
    }
}

impl<F> std::error::Error for Rejected<F> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.why {
            Refusal::NoThread(error) => Some(error),
            Refusal::Full | Refusal::Closed => None,
        }
    }
}
