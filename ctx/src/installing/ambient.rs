//! An old place, as the bridge asks the application to describe it.

use super::shown::Shown;

/// A place where old code looks for its context: a thread-local, a task-local, the current context of a library.
///
/// Registered once with [`Gate::bridge`](crate::Gate::bridge). Most places need no implementation of their own: see
/// [`thread_local`](crate::bridge::thread_local()), `task_local`, [`guarded`](crate::bridge::guarded) and
/// [`around`](crate::bridge::around).
///
/// # Example
///
/// ```
/// # use std::cell::RefCell;
/// # use std::fmt;
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use ctx::bridge::{Ambient, Shown};
///
/// thread_local! {
///     static TENANT: RefCell<Option<String>> = const { RefCell::new(None) };
/// }
///
/// struct OldTenant;
///
/// impl Ambient for OldTenant {
///     type Value = Option<String>;
///
///     fn value(&self, shown: &Shown<'_>) -> Option<String> {
///         shown.tenant::<TenantId>().map(ToString::to_string)
///     }
///
///     fn within(&self, value: &mut Option<String>, run: &mut dyn FnMut()) {
///         TENANT.with_borrow_mut(|old| std::mem::swap(old, value));
///         run();
///         TENANT.with_borrow_mut(|old| std::mem::swap(old, value));
///     }
/// }
///
/// let gate = ctx::Gate::new();
/// gate.bridge(OldTenant);
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// assert_eq!(turn.bind(|_| TENANT.with_borrow(Clone::clone))(), Some("acme".to_owned()));
/// assert_eq!(TENANT.with_borrow(Clone::clone), None);
/// # Ok::<(), ctx::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place that the bridge can install a context in",
    note = "for a `thread_local!` it is `ctx::bridge::thread_local(&KEY, |shown| ..)`, for a `task_local!` \
            `ctx::bridge::task_local(&KEY, |shown| ..)`, for anything else `ctx::bridge::around(|shown| .., |value, run| ..)`"
)]
pub trait Ambient: Send + Sync + 'static {
    /// What one piece of work has in the place. The work keeps it from poll to poll, and may change it in between: nobody else
    /// sees that.
    type Value: Send + 'static;

    /// What work under a context begins with, asked once for each piece of work. For platform work, or a context with other
    /// slots, there is nothing in `shown`: the value must then be the place's way to say "no tenant".
    fn value(&self, shown: &Shown<'_>) -> Self::Value;

    /// Puts `value` in its place, calls `run`, takes out what is there now for the next time, and puts back what was there before.
    ///
    /// `run` does not unwind: a panic of the work goes on when all places have been put back. It has to be called; a second call
    /// does nothing.
    fn within(&self, value: &mut Self::Value, run: &mut dyn FnMut());
}
