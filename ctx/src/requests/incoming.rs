//! What is known of a request at the door: enough to admit its turn.

use std::fmt;
use std::panic::Location;
use std::time::{Duration, Instant, SystemTime};

use http::request::Parts;

use super::refusal::Refusal;
use crate::clock;
use crate::error::Error;
use crate::gate::Gate;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::Tenant;
use crate::trace_context::TraceContext;
use crate::turn::Turn;

/// A turn to be admitted for a request: its three slots, and how long it may take. Made by a [`Resolve`].
#[derive(Clone)]
#[must_use = "nothing is admitted until a door, or `admit`, does so"]
pub struct Incoming<T, P = (), L = ()> {
    tenant: T,
    pin: P,
    fields: L,
    kind: &'static str,
    deadline: Option<Instant>,
    trace: Option<TraceContext>,
}

impl<T: Tenant, P: Pin, L: LogFields> Incoming<T, P, L> {
    /// A turn of kind `"request"` without a deadline.
    pub fn new(tenant: T, pin: P, fields: L) -> Self {
        Self { tenant, pin, fields, kind: "request", deadline: None, trace: None }
    }

    /// What the turn is called in logs and in the report of a shutdown.
    pub fn kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// The request must have been answered when `limit` has passed from now. Of several limits and deadlines the nearest counts.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        let deadline = clock::now().checked_add(limit);
        self.deadline = self.deadline.into_iter().chain(deadline).min();
        self
    }

    /// [`time_limit`](Self::time_limit) as a point in time of the wall clock, which came from another machine.
    pub fn deadline_at(self, deadline: SystemTime) -> Self {
        self.time_limit(deadline.duration_since(SystemTime::now()).unwrap_or_default())
    }

    /// The trace that the request belongs to, if any. Where a resolver says nothing of it, a door takes it from the header
    /// `traceparent`.
    pub fn trace(self, trace: Option<TraceContext>) -> Self {
        Self { trace, ..self }
    }

    /// Fills in the trace of a request's headers. Two headers are as good as none.
    #[cfg(feature = "tower")]
    pub(crate) fn or_trace_of(mut self, headers: &http::HeaderMap) -> Self {
        if self.trace.is_none() {
            let mut values = headers.get_all(TraceContext::HEADER).iter();
            let value = values.next().filter(|_| values.next().is_none());
            self.trace = value.and_then(|value| TraceContext::parse(value.to_str().ok()?));
        }
        self
    }

    /// Admits the turn: for middleware of your own. A door does it by itself.
    ///
    /// # Errors
    ///
    /// [`Error::is_draining`] and [`Error::is_too_late`], which a [`Refusal`] can be made from.
    #[track_caller]
    pub fn admit(self, gate: &Gate) -> Result<Turn<T, P, L>, Error> {
        self.admit_at(gate, Location::caller())
    }

    pub(crate) fn admit_at(self, gate: &Gate, site: &'static Location<'static>) -> Result<Turn<T, P, L>, Error> {
        let admission = gate.admission(self.kind);
        let admission = match self.deadline {
            Some(deadline) => admission.deadline(deadline),
            None => admission,
        };
        let admission = match self.trace {
            Some(trace) => admission.trace_context(trace),
            None => admission,
        };
        admission.enter(self.tenant, self.pin, self.fields, site)
    }
}

/// Short, and without a word of the tenant's.
impl<T, P, L> fmt::Debug for Incoming<T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Incoming({:?}, ..)", self.kind)
    }
}

/// Who is a request for? Asked by a door for each request; a closure `|request: &Parts| ..` is one.
///
/// It is given the head of the request and does not wait: what needs a look-up elsewhere is done by an authentication layer
/// outside the door, which leaves what it found in the request's extensions (see [`Authenticated`](super::Authenticated)), or by
/// middleware of your own that attaches the turn itself.
///
/// # Example
///
/// ```
/// # use std::time::Duration;
/// # #[derive(Clone, PartialEq, Debug)] struct TenantId(String);
/// # impl TenantId { fn parse(name: &str) -> Option<Self> { Some(Self(name.to_owned())) } }
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use ctx::requests::{Authenticated, Incoming, Resolve, TenantSource, TrustedHeader};
/// use http::request::Parts;
///
/// #[derive(Clone)]
/// struct Claims {
///     org: String,
/// }
///
/// let tenant = Authenticated::new(|claims: &Claims| TenantId::parse(&claims.org))
///     .and_agrees_if_sent(TrustedHeader::new("x-tenant", TenantId::parse));
/// let resolver = move |request: &Parts| {
///     let tenant = tenant.of(request)?;
///     Ok(Incoming::new(tenant, (), ()).kind("api").time_limit(Duration::from_secs(30)))
/// };
///
/// let mut request = http::Request::new(());
/// request.extensions_mut().insert(Claims { org: "acme".into() });
/// let turn = resolver.resolve(&request.into_parts().0)?.admit(&ctx::Gate::new())?;
/// assert_eq!((turn.tenant().0.as_str(), turn.kind()), ("acme", "api"));
///
/// let (nobodys, ()) = http::Request::new(()).into_parts();
/// assert_eq!(resolver.resolve(&nobodys).unwrap_err().status(), 401);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say who a request is for",
    note = "write a closure with the type of its argument: `|request: &http::request::Parts| Ok(Incoming::new(tenant, pin, fields))`; \
            it returns `Result<Incoming<..>, Refusal>`"
)]
pub trait Resolve {
    /// The tenant slot.
    type Tenant: Tenant;
    /// The pin slot.
    type Pin: Pin;
    /// The log-field slot.
    type Fields: LogFields;

    /// The turn of a request, from its head.
    ///
    /// # Errors
    ///
    /// A [`Refusal`], with which the request is answered.
    fn resolve(&self, request: &Parts) -> Resolved<Self>;
}

/// What a [`Resolve`] gives.
pub type Resolved<R> = Result<Incoming<<R as Resolve>::Tenant, <R as Resolve>::Pin, <R as Resolve>::Fields>, Refusal>;

impl<F, T: Tenant, P: Pin, L: LogFields> Resolve for F
where
    F: Fn(&Parts) -> Result<Incoming<T, P, L>, Refusal>,
{
    type Tenant = T;
    type Pin = P;
    type Fields = L;

    fn resolve(&self, request: &Parts) -> Result<Incoming<T, P, L>, Refusal> {
        self(request)
    }
}
