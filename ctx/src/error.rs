//! The one error of this crate: why a turn may not start, or may not go on.

use std::fmt;

/// Why a turn was not admitted, or why work under a context was told to stop.
///
/// Opaque: ask it with the `is_..` predicates. It never carries a tenant's data, so it may be shown to anyone.
///
/// # Example
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// let gate = ctx::Gate::new();
/// gate.close();
/// let error = gate.admit(TenantId("acme"), (), ()).unwrap_err();
/// assert!(error.is_draining());
/// assert_eq!(error.to_string(), "turn not admitted: the process is shutting down");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Admission after `Gate::close` or `Gate::drain`.
    Draining,
    /// A context for a tenant, asked of a gate that did not admit the platform work.
    OtherGate,
    /// Admission with a deadline that is already past.
    TooLate,
    /// The turn was cancelled.
    Cancelled,
    /// The grace of `Gate::drain` ended.
    ShutDown,
    /// The deadline of the turn, or of the derived context, passed.
    DeadlineExceeded,
    /// Work that several wait for panicked.
    #[cfg(feature = "tokio")]
    Panicked,
}

impl Error {
    pub(crate) const fn new(kind: Kind) -> Self {
        Self { kind }
    }

    /// The turn was not admitted because the process is shutting down: answer 503 and let the client retry elsewhere.
    #[must_use]
    pub const fn is_draining(&self) -> bool {
        matches!(self.kind, Kind::Draining)
    }

    /// The turn was not admitted because its deadline had already passed.
    #[must_use]
    pub const fn is_too_late(&self) -> bool {
        matches!(self.kind, Kind::TooLate)
    }

    /// A context for a tenant was asked of a gate that did not admit the platform work. A mistake in the program: a process has
    /// one gate.
    #[must_use]
    pub const fn is_other_gate(&self) -> bool {
        matches!(self.kind, Kind::OtherGate)
    }

    /// The work must stop: its turn was cancelled, or the process ended the grace of its shutdown.
    #[must_use]
    pub const fn is_cancelled(&self) -> bool {
        matches!(self.kind, Kind::Cancelled | Kind::ShutDown)
    }

    /// The work must stop because the process shuts down: its grace has ended, or, for a timer between two ticks, has begun.
    /// Implies [`is_cancelled`](Self::is_cancelled).
    #[must_use]
    pub const fn is_shut_down(&self) -> bool {
        matches!(self.kind, Kind::ShutDown)
    }

    /// The work must stop because its deadline passed.
    #[must_use]
    pub const fn is_deadline_exceeded(&self) -> bool {
        matches!(self.kind, Kind::DeadlineExceeded)
    }

    /// The work that a [`SingleFlight`](crate::SingleFlight) did for several callers panicked, and was reported then.
    #[cfg(feature = "tokio")]
    #[must_use]
    pub const fn is_panicked(&self) -> bool {
        matches!(self.kind, Kind::Panicked)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Draining => "turn not admitted: the process is shutting down",
            Kind::OtherGate => "turn not admitted: the platform work was admitted by another gate",
            Kind::TooLate => "turn not admitted: its deadline has already passed",
            Kind::Cancelled => "turn cancelled",
            Kind::ShutDown => "turn cancelled: the process is shutting down",
            Kind::DeadlineExceeded => "deadline of the turn exceeded",
            #[cfg(feature = "tokio")]
            Kind::Panicked => "the work that was waited for panicked",
        })
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Error").field(&self.kind).finish()
    }
}

impl std::error::Error for Error {}
