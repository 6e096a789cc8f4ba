//! Old places that are described by a closure or two.

use std::cell::{Cell, RefCell};
use std::mem;
use std::thread::LocalKey;

use crate::installing::{Ambient, Shown};

/// A cell in a thread-local whose content the bridge can exchange: `Cell<V>` or `RefCell<V>`.
#[diagnostic::on_unimplemented(
    message = "the bridge cannot exchange the content of `{Self}`",
    note = "it can in a `Cell` or a `RefCell`; for anything else describe the place with `ctx::bridge::around(|shown| .., |value, \
            run| ..)`"
)]
pub trait Exchange: 'static {
    /// The content.
    type Value;

    /// Exchanges the content with `value`.
    fn exchange(&self, value: &mut Self::Value);
}

impl<V: 'static> Exchange for Cell<V> {
    type Value = V;

    fn exchange(&self, value: &mut V) {
        // Through a `Cell`, so that `V` needs no default.
        Cell::swap(self, Cell::from_mut(value));
    }
}

impl<V: 'static> Exchange for RefCell<V> {
    type Value = V;

    #[track_caller]
    fn exchange(&self, value: &mut V) {
        match self.try_borrow_mut() {
            Ok(mut content) => mem::swap(&mut *content, value),
            Err(_) => panic!(
                "a thread-local is borrowed while the bridge installs a context in it (end the borrow before work under another \
                 context begins)"
            ),
        }
    }
}

/// A `thread_local!` of a `Cell` or a `RefCell`. `value` says what is in it under a context, for all of the content: with an
/// `Option`, `|shown| shown.tenant().cloned()` is what is needed.
///
/// # Panics
///
/// The work does, where a `RefCell` is borrowed while a poll or call of other work begins inside.
///
/// # Example
///
/// ```
/// # use std::cell::Cell;
/// # #[derive(Clone, Copy, PartialEq, Debug)] struct TenantId(u32);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "t{}", self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// thread_local! {
///     static TENANT: Cell<u32> = const { Cell::new(0) };
/// }
///
/// let gate = ctx::Gate::new();
/// gate.bridge(ctx::bridge::thread_local(&TENANT, |shown| shown.tenant::<TenantId>().map_or(0, |tenant| tenant.0)));
/// let turn = gate.admit(TenantId(7), (), ())?;
/// turn.in_span(|ctx| {
///     assert_eq!(TENANT.get(), 7);
///     ctx.platform("sweep", ()).in_span(|_| assert_eq!(TENANT.get(), 0));
///     assert_eq!(TENANT.get(), 7);
/// });
/// assert_eq!(TENANT.get(), 0);
/// # Ok::<(), ctx::Error>(())
/// ```
pub fn thread_local<S>(
    key: &'static LocalKey<S>,
    value: impl Fn(&Shown<'_>) -> S::Value + Send + Sync + 'static,
) -> impl Ambient
where
    S: Exchange<Value: Send + 'static>,
{
    around(value, move |value, run| {
        // On a thread that is about to end the place may be gone already.
        let is_in = key.try_with(|slot| slot.exchange(value)).is_ok();
        run();
        if is_in {
            let _ = key.try_with(|slot| slot.exchange(value));
        }
    })
}

/// A place that is set as long as a guard lives: `enter` gets the value of the work and gives the guard. What the work itself
/// enters ends with its own guards, so it is not kept from poll to poll.
///
/// # Example: opentelemetry's current context
///
/// ```
/// # #[derive(Clone, PartialEq, Debug)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use opentelemetry::Context;
///
/// let gate = ctx::Gate::new();
/// gate.bridge(ctx::bridge::guarded(
///     |shown| match shown.tenant::<TenantId>() {
///         Some(tenant) => Context::new().with_value(tenant.clone()),
///         None => Context::new(),
///     },
///     |context| context.clone().attach(),
/// ));
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// turn.in_span(|_| assert_eq!(Context::current().get(), Some(&TenantId("acme"))));
/// assert_eq!(Context::current().get::<TenantId>(), None);
/// # Ok::<(), ctx::Error>(())
/// ```
pub fn guarded<V: Send + 'static, G>(
    value: impl Fn(&Shown<'_>) -> V + Send + Sync + 'static,
    enter: impl Fn(&V) -> G + Send + Sync + 'static,
) -> impl Ambient {
    around(value, move |value, run| {
        let _entered = enter(value);
        run();
    })
}

/// A place that is set around a call, or any other: `value` and `within` are [`Ambient::value`] and [`Ambient::within`].
///
/// # Example: sentry's hub
///
/// A hub is shared, so what the work does with its scope is kept.
///
/// ```
/// # mod sentry {
/// #     use std::sync::Arc;
/// #     pub struct Hub;
/// #     pub struct Scope;
/// #     impl Scope { pub fn set_tag(&mut self, _: &str, _: String) {} }
/// #     impl Hub {
/// #         pub fn main() -> Arc<Hub> { Arc::new(Hub) }
/// #         pub fn new_from_top(_: Arc<Hub>) -> Hub { Hub }
/// #         pub fn configure_scope(&self, f: impl FnOnce(&mut Scope)) { f(&mut Scope) }
/// #         pub fn run<R>(_: Arc<Hub>, f: impl FnOnce() -> R) -> R { f() }
/// #     }
/// # }
/// use sentry::Hub;
/// use std::sync::Arc;
///
/// let gate = ctx::Gate::new();
/// gate.bridge(ctx::bridge::around(
///     |shown| {
///         let hub = Hub::new_from_top(Hub::main());
///         hub.configure_scope(|scope| {
///             if let Some(tenant) = shown.tenant_label() {
///                 scope.set_tag("tenant", tenant);
///             }
///         });
///         Arc::new(hub)
///     },
///     |hub, run| Hub::run(Arc::clone(hub), run),
/// ));
/// ```
pub fn around<V: Send + 'static>(
    value: impl Fn(&Shown<'_>) -> V + Send + Sync + 'static,
    within: impl Fn(&mut V, &mut dyn FnMut()) + Send + Sync + 'static,
) -> impl Ambient {
    Around { value, within }
}

struct Around<F, W> {
    value: F,
    within: W,
}

impl<V, F, W> Ambient for Around<F, W>
where
    V: Send + 'static,
    F: Fn(&Shown<'_>) -> V + Send + Sync + 'static,
    W: Fn(&mut V, &mut dyn FnMut()) + Send + Sync + 'static,
{
    type Value = V;

    fn value(&self, shown: &Shown<'_>) -> V {
        (self.value)(shown)
    }

    fn within(&self, value: &mut V, run: &mut dyn FnMut()) {
        (self.within)(value, run);
    }
}
