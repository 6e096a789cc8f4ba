//! What another service is told of a turn.

use std::fmt;

use http::{HeaderMap, HeaderName, HeaderValue, Uri};

use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;
use crate::trace_context::TraceContext;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// What a request to another service says of this turn: put it into the request's extensions, and the client's `SendOn`
    /// writes the headers. It is not the context, and nothing can be done with it but that.
    #[must_use]
    pub fn outgoing(&self) -> Outgoing {
        Outgoing { trace: self.trace_context(), tenant: self.tenant().label().map(ToString::to_string) }
    }

    /// The trace that the turn belongs to: the one that it came with (see [`Incoming::trace`](super::Incoming::trace)), or one that
    /// begins with it.
    #[must_use]
    pub fn trace_context(&self) -> TraceContext {
        self.root().trace()
    }
}

/// Trace and tenant of a turn, for a request to another service. Made by [`Ctx::outgoing`].
#[derive(Clone)]
pub struct Outgoing {
    trace: TraceContext,
    tenant: Option<String>,
}

/// Without a word of the tenant's.
impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outgoing({}, ..)", self.trace)
    }
}

/// Which headers go to which hosts: `traceparent` to all, the tenant only to those that are named.
///
/// Used by the clients' middleware: `ctx::tower::SendOnLayer`, for hyper and tonic, and `ctx::reqwest::client`.
#[derive(Clone, Debug, Default)]
pub struct SendOn {
    tenant: Option<(HeaderName, Vec<String>)>,
}

impl SendOn {
    /// `traceparent` and nothing else.
    #[must_use]
    pub const fn traceparent() -> Self {
        Self { tenant: None }
    }

    /// The label of the tenant in a header, to these hosts only. A host is compared as a whole, without its port.
    ///
    /// # Panics
    ///
    /// When `header` is not the name of a header in lower case.
    #[must_use]
    pub fn tenant_to<H: Into<String>>(self, header: &'static str, hosts: impl IntoIterator<Item = H>) -> Self {
        let hosts = hosts.into_iter().map(Into::into).collect();
        Self { tenant: Some((HeaderName::from_static(header), hosts)) }
    }

    /// Writes the headers of one request, each once. A tenant that the request names already is taken out, wherever it goes.
    ///
    /// # Errors
    ///
    /// [`NoOutgoing`] when the request was made without a context, or the tenant's label cannot stand in a header.
    pub fn write(&self, outgoing: Option<&Outgoing>, uri: &Uri, headers: &mut HeaderMap) -> Result<(), NoOutgoing> {
        let outgoing = outgoing.ok_or(NoOutgoing { label: false })?;
        let traceparent = HeaderValue::from_str(&outgoing.trace.child().to_string());
        headers.insert(TraceContext::HEADER, traceparent.map_err(|_| NoOutgoing { label: false })?);
        let Some((name, hosts)) = &self.tenant else { return Ok(()) };
        headers.remove(name);
        let allowed = uri.host().is_some_and(|host| hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host)));
        if let (true, Some(tenant)) = (allowed, &outgoing.tenant) {
            headers.insert(name, HeaderValue::from_str(tenant).map_err(|_| NoOutgoing { label: true })?);
        }
        Ok(())
    }
}

/// A request to another service that is not sent, because it was made without a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoOutgoing {
    label: bool,
}

impl fmt::Display for NoOutgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.label {
            "the label of the tenant cannot stand in a header"
        } else {
            "the request was made without a context (help: put `ctx.outgoing()` into its extensions)"
        })
    }
}

impl std::error::Error for NoOutgoing {}
