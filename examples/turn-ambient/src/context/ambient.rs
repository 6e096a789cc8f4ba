//! Where the context of the current request is kept, and how it is read.

use std::cell::RefCell;
use std::future::Future;

use tokio::task::JoinHandle;

use super::{AgentPin, Captured, LogFields, TenantId};

tokio::task_local! {
    pub(super) static TENANT: TenantId;
    pub(super) static PIN: AgentPin;
    pub(super) static FIELDS: LogFields;
}

thread_local! {
    /// For the threads of the worker pool, which have no task.
    static ON_THREAD: RefCell<Option<Captured>> = const { RefCell::new(None) };
}

/// The tenant of the current request.
pub(crate) fn tenant() -> TenantId {
    TENANT.try_with(Clone::clone).ok().or_else(|| on_thread(|captured| captured.tenant.clone())).unwrap_or_default()
}

pub(crate) fn pin() -> AgentPin {
    PIN.try_with(Clone::clone).ok().or_else(|| on_thread(|captured| captured.pin.clone())).unwrap_or_default()
}

pub(crate) fn log_fields() -> LogFields {
    FIELDS.try_with(Clone::clone).ok().or_else(|| on_thread(|captured| captured.fields.clone())).unwrap_or_default()
}

/// Runs `work` with the session added to the pin.
pub(crate) async fn with_session<F: Future>(session: &str, work: F) -> F::Output {
    let pin = AgentPin { session: Some(session.to_owned()), ..pin() };
    PIN.scope(pin, work).await
}

/// `tokio::spawn` for work that goes on with the context of its caller.
pub(crate) fn spawn<F>(work: F) -> JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    match Captured::current() {
        Some(captured) => tokio::spawn(captured.scope(work)),
        None => tokio::spawn(work),
    }
}

/// Sets the context of this thread until `clear_thread`.
pub(super) fn set_thread(captured: Captured) {
    ON_THREAD.set(Some(captured));
}

pub(crate) fn clear_thread() {
    ON_THREAD.set(None);
}

pub(super) fn on_thread<R>(read: impl FnOnce(&Captured) -> R) -> Option<R> {
    ON_THREAD.with_borrow(|captured| captured.as_ref().map(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(tenant: &str) -> Captured {
        let tenant = TenantId::parse(tenant).expect("the name is well-formed");
        Captured::new(tenant, AgentPin::new("7"), LogFields::new("r-1"))
    }

    #[tokio::test]
    async fn everything_in_the_scope_sees_the_context_and_nothing_after_it() {
        let seen = captured("acme").scope(with_session("s1", async { (tenant(), pin(), log_fields()) })).await;
        assert_eq!(seen.0.as_str(), "acme");
        assert_eq!((seen.1.agent_version.as_str(), seen.1.session.as_deref()), ("7", Some("s1")));
        assert_eq!(seen.2.request_id, "r-1");
        assert_eq!(tenant(), TenantId::default());
    }

    #[tokio::test]
    async fn spawned_work_goes_on_with_the_context_of_its_caller() {
        let seen = captured("globex").scope(async { spawn(async { tenant() }).await }).await;
        assert_eq!(seen.expect("the task ends").as_str(), "globex");
    }
}
