//! What every log line of a request says besides tenant and pin.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Clone, Debug, ctx::LogFields)]
pub(crate) struct TurnFields {
    pub(crate) request_id: String,
    /// Known once the body has been read: see [`TurnFields::with_session`].
    pub(crate) session: Option<String>,
}

impl TurnFields {
    pub(crate) fn new(request_id: &str) -> Self {
        Self { request_id: request_id.to_owned(), session: None }
    }

    /// For a request that came without an id: unique in this process and, by the time in it, practically so over restarts.
    pub(crate) fn generated() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::new(&format!("r-{:x}-{}", since_epoch.as_millis(), NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    pub(crate) fn with_session(&self, session: &str) -> Self {
        Self { session: Some(session.to_owned()), ..self.clone() }
    }
}
