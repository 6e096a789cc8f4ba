//! What the context consists of, and a copy of it to take to another task or thread.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::TenantId;
use super::ambient::{self, FIELDS, PIN, TENANT};

/// What must not change while a turn runs.
#[derive(Clone, Debug)]
pub(crate) struct AgentPin {
    pub(crate) agent_version: String,
    /// Known once the body has been read.
    pub(crate) session: Option<String>,
}

impl AgentPin {
    pub(crate) fn new(agent_version: &str) -> Self {
        Self { agent_version: agent_version.to_owned(), session: None }
    }
}

impl Default for AgentPin {
    fn default() -> Self {
        Self::new("1")
    }
}

/// What every log line of a request says besides tenant and version.
#[derive(Clone, Debug)]
pub(crate) struct LogFields {
    pub(crate) request_id: String,
}

impl LogFields {
    pub(crate) fn new(request_id: &str) -> Self {
        Self { request_id: request_id.to_owned() }
    }

    /// For a request that came without an id: unique in this process and, by the time in it, practically so over restarts.
    pub(crate) fn generated() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { request_id: format!("r-{:x}-{}", since_epoch.as_millis(), NEXT.fetch_add(1, Ordering::Relaxed)) }
    }
}

impl Default for LogFields {
    fn default() -> Self {
        Self::new("-")
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Captured {
    pub(super) tenant: TenantId,
    pub(super) pin: AgentPin,
    pub(super) fields: LogFields,
}

impl Captured {
    pub(crate) fn new(tenant: TenantId, pin: AgentPin, fields: LogFields) -> Self {
        Self { tenant, pin, fields }
    }

    /// The context of the current request, if there is one.
    pub(crate) fn current() -> Option<Self> {
        let tenant = TENANT.try_with(Clone::clone).ok();
        let in_task = tenant.map(|tenant| Self::new(tenant, ambient::pin(), ambient::log_fields()));
        in_task.or_else(|| ambient::on_thread(Clone::clone))
    }

    /// Runs `work` in this context.
    pub(crate) async fn scope<F: Future>(self, work: F) -> F::Output {
        TENANT.scope(self.tenant, PIN.scope(self.pin, FIELDS.scope(self.fields, work))).await
    }

    /// Makes this the context of the current thread until `clear_thread`.
    pub(crate) fn set_on_thread(self) {
        ambient::set_thread(self);
    }
}
