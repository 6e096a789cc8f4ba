//! Why a job has no result.

use std::any::Any;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// Why a job that a [`Pool`](crate::Pool) took has no result: it panicked, or it was not run. Opaque: ask it with the `is_..`
/// predicates.
///
/// # Example
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// let gate = ctx::Gate::new();
/// let pool = ctx::Pool::builder().threads(1).build()?;
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// turn.cancel();
/// let error = pool.submit(&turn, |_| "never run")?.wait().unwrap_err();
/// assert!(error.is_cancelled());
/// assert_eq!(error.to_string(), "job not run: its turn has to stop");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct JobError(Kind);

enum Kind {
    /// In a lock nobody waits for, because a payload need not be `Sync`.
    Panicked(Mutex<Box<dyn Any + Send>>),
    NotRun(NotRun),
}

/// Why a job that was taken is not run.
#[derive(Clone, Debug)]
pub(super) enum NotRun {
    /// What its context said when it was its turn.
    Stopped(Error),
    Displaced,
    Withdrawn,
    ShutDown,
    NoThread,
}

impl NotRun {
    pub(super) fn why(&self) -> &'static str {
        match self {
            Self::Stopped(_) => "its turn has to stop",
            Self::Displaced => "newer jobs displaced it in a full queue",
            Self::Withdrawn => "whoever submitted it took it back",
            Self::ShutDown => "the pool was shut down",
            Self::NoThread => "the operating system gave the pool no thread",
        }
    }

    /// Whether it is news to whoever submitted the job.
    #[cfg(feature = "tracing")]
    pub(super) fn is_a_loss(&self) -> bool {
        !matches!(self, Self::Stopped(_) | Self::Withdrawn)
    }
}

impl JobError {
    pub(super) fn panicked(payload: Box<dyn Any + Send>) -> Self {
        Self(Kind::Panicked(Mutex::new(payload)))
    }

    pub(super) fn not_run(why: NotRun) -> Self {
        Self(Kind::NotRun(why))
    }

    /// The job panicked. It has been reported, with its context and the line that submitted it.
    #[must_use]
    pub fn is_panic(&self) -> bool {
        matches!(self.0, Kind::Panicked(_))
    }

    /// What it panicked with.
    ///
    /// # Errors
    ///
    /// This error again, when it is not a panic.
    pub fn try_into_panic(self) -> Result<Box<dyn Any + Send>, Self> {
        match self.0 {
            Kind::Panicked(payload) => Ok(payload.into_inner().unwrap_or_else(PoisonError::into_inner)),
            not_run => Err(Self(not_run)),
        }
    }

    /// Its turn was cancelled before it began.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stopped().is_some_and(Error::is_cancelled)
    }

    /// The deadline of its turn had passed before it began.
    #[must_use]
    pub fn is_deadline_exceeded(&self) -> bool {
        self.stopped().is_some_and(Error::is_deadline_exceeded)
    }

    /// It was the oldest in a full queue of a pool that drops the oldest: see [`WhenFull`](crate::WhenFull).
    #[must_use]
    pub fn is_displaced(&self) -> bool {
        matches!(self.0, Kind::NotRun(NotRun::Displaced))
    }

    /// It was taken back before it began: see [`JobHandle::withdraw`](crate::hops::JobHandle::withdraw).
    #[must_use]
    pub fn is_withdrawn(&self) -> bool {
        matches!(self.0, Kind::NotRun(NotRun::Withdrawn))
    }

    /// The pool was shut down before it began, and nobody ran what was given back.
    #[must_use]
    pub fn is_shut_down(&self) -> bool {
        matches!(self.0, Kind::NotRun(NotRun::ShutDown))
    }

    /// The operating system gave the pool no thread.
    #[must_use]
    pub fn is_no_thread(&self) -> bool {
        matches!(self.0, Kind::NotRun(NotRun::NoThread))
    }

    fn stopped(&self) -> Option<&Error> {
        match &self.0 {
            Kind::NotRun(NotRun::Stopped(error)) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Panicked(_) => f.write_str("job panicked"),
            Kind::NotRun(why) => write!(f, "job not run: {}", why.why()),
        }
    }
}

impl fmt::Debug for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Panicked(_) => f.write_str("JobError(Panicked)"),
            Kind::NotRun(why) => f.debug_tuple("JobError").field(why).finish(),
        }
    }
}

impl std::error::Error for JobError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.stopped().map(|error| error as _)
    }
}
