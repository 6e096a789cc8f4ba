//! Old places of tokio's.

use std::future::poll_fn;
use std::pin::pin;
use std::task::{self, Poll, Waker};

use tokio::task::LocalKey;

use super::places::around;
use crate::installing::{Ambient, Shown};

/// A `task_local!`. `value` says what it is set to under a context; with `None` it is not set, whatever is around.
///
/// # Example
///
/// ```
/// # #[derive(Clone, PartialEq, Debug)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// tokio::task_local! {
///     static TENANT: TenantId;
/// }
///
/// let gate = ctx::Gate::new();
/// gate.bridge(ctx::bridge::task_local(&TENANT, |shown| shown.tenant().cloned()));
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// turn.spawn(async |ctx| {
///     assert_eq!(TENANT.get(), TenantId("acme"));
///     ctx.platform("sweep", ()).in_span(|_| assert!(TENANT.try_get().is_err()));
/// })
/// .await?;
/// # Ok(()) }
/// ```
pub fn task_local<V: Clone + Send + 'static>(
    key: &'static LocalKey<V>,
    value: impl Fn(&Shown<'_>) -> Option<V> + Send + Sync + 'static,
) -> impl Ambient {
    around(value, move |value, run| {
        let (begins_with, is_set) = match value.take() {
            Some(value) => (value, true),
            None => match key.try_with(V::clone) {
                // To be not set, it has to be set to something that is taken away again.
                Ok(around) => (around, false),
                Err(_) => return run(),
            },
        };
        let mut scope = pin!(key.scope(
            begins_with,
            poll_fn(|_| {
                run();
                Poll::<()>::Pending
            })
        ));
        if !is_set {
            drop(scope.as_mut().take_value());
        }
        // Polled once, as a call that gives the value back: `sync_scope` would drop it.
        let _ = scope.as_mut().poll(&mut task::Context::from_waker(Waker::noop()));
        *value = scope.take_value();
    })
}
