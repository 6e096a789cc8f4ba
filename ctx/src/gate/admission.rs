//! Admitting one turn.

use std::panic::Location;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::register::GateState;
use crate::clock;
use crate::context::Slots;
use crate::error::{Error, Kind};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::{Above, Root};
use crate::tenant::{Tenant, TenantSlot};
#[cfg(feature = "http")]
use crate::trace_context::TraceContext;
use crate::turn::Turn;

/// A turn about to be admitted. Made by [`Gate::admission`](crate::Gate::admission).
#[derive(Clone)]
#[must_use = "nothing is admitted until `admit` is called"]
pub struct Admission<'g> {
    gate: &'g Arc<GateState>,
    kind: &'static str,
    deadline: Option<Instant>,
    #[cfg(feature = "http")]
    trace: Option<TraceContext>,
    #[cfg(feature = "tracing")]
    parent_span: Option<tracing::Id>,
}

impl<'g> Admission<'g> {
    pub(super) fn new(gate: &'g Arc<GateState>, kind: &'static str) -> Self {
        Self {
            gate,
            kind,
            deadline: None,
            #[cfg(feature = "http")]
            trace: None,
            #[cfg(feature = "tracing")]
            parent_span: None,
        }
    }

    /// Hangs the span of the turn below `span`, the server's span of the request, say. Otherwise it is below none: the span
    /// that happens to be current may be another turn's.
    #[cfg(feature = "tracing")]
    pub fn inside(self, span: &tracing::Span) -> Self {
        Self { parent_span: span.id(), ..self }
    }

    /// The turn belongs to this trace, which came from the service that asked for it.
    #[cfg(feature = "http")]
    pub fn trace_context(self, trace: TraceContext) -> Self {
        Self { trace: Some(trace), ..self }
    }

    /// The turn must have ended by `deadline`. Of two deadlines the nearer counts.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(deadline, |earlier| earlier.min(deadline)));
        self
    }

    /// The turn must have ended when `limit` has passed from now. A limit too long to be represented is no limit.
    pub fn time_limit(self, limit: Duration) -> Self {
        match clock::now().checked_add(limit) {
            Some(deadline) => self.deadline(deadline),
            None => self,
        }
    }

    /// [`deadline`](Self::deadline) for one that came from another machine, as a point in time of the wall clock.
    pub fn deadline_at(self, deadline: SystemTime) -> Self {
        self.time_limit(deadline.duration_since(SystemTime::now()).unwrap_or_default())
    }

    /// Admits the turn.
    ///
    /// # Errors
    ///
    /// [`Error::is_draining`] when the gate is closed, [`Error::is_too_late`] when the deadline has passed.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::{Duration, Instant, SystemTime};
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admission("chat").time_limit(Duration::from_secs(30)).admit(TenantId("acme"), (), ())?;
    /// assert!(turn.remaining().unwrap() > Duration::from_secs(29));
    ///
    /// let late = gate.admission("chat").deadline(Instant::now()).admit(TenantId("acme"), (), ());
    /// assert!(late.unwrap_err().is_too_late());
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn admit<T: Tenant, P: Pin, L: LogFields>(self, tenant: T, pin: P, fields: L) -> Result<Turn<T, P, L>, Error> {
        self.enter(tenant, pin, fields, Location::caller())
    }

    /// [`admit`](Self::admit) with the line that the report of a shutdown names.
    pub(crate) fn enter<T: TenantSlot, P: Pin, L: LogFields>(
        self,
        tenant: T,
        pin: P,
        fields: L,
        site: &'static Location<'static>,
    ) -> Result<Turn<T, P, L>, Error> {
        if self.gate.is_closed() {
            // Asked again at registration; here it spares the allocation and the span of a turn that is refused anyway.
            return Err(Error::new(Kind::Draining));
        }
        if self.deadline.is_some_and(|deadline| deadline <= clock::now()) {
            return Err(Error::new(Kind::TooLate));
        }
        #[cfg_attr(not(feature = "tracing"), allow(unused_mut, reason = "what a root is told is by feature"))]
        let mut root = Root::new(self.kind, site, Arc::clone(self.gate), Above::Gate);
        #[cfg(feature = "http")]
        if let Some(trace) = self.trace {
            root.trace = trace.into();
        }
        #[cfg(feature = "tracing")]
        root.parent_span.clone_from(&self.parent_span);
        let ctx = Slots::new(tenant, pin, fields, self.deadline).root(root);
        self.gate.register(&ctx.rooted())?;
        Ok(Turn::new(ctx))
    }
}
