//! hyper's executor trait.

use hyper::rt;

use super::{Executor, LocalExecutor, SpawnLocalOn, SpawnOn};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<E, F, T, P, L> rt::Executor<F> for Executor<E, T, P, L>
where
    E: SpawnOn<F::Output>,
    F: Future + Send + 'static,
    T: TenantSlot,
    P: Pin,
    L: LogFields,
{
    fn execute(&self, future: F) {
        // hyper asks for no handle; dropped, it lets the task run on.
        drop(self.start(future));
    }
}

impl<E, F, T, P, L> rt::Executor<F> for LocalExecutor<E, T, P, L>
where
    E: SpawnLocalOn<F::Output>,
    F: Future + 'static,
    T: TenantSlot,
    P: Pin,
    L: LogFields,
{
    fn execute(&self, future: F) {
        // hyper asks for no handle; dropped, it lets the task run on.
        drop(self.start(future));
    }
}
