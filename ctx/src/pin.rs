//! The pin slot: what must not change while a turn runs.

use std::fmt;

/// What is pinned for the length of a turn: the version of an agent, a session and its output stream, a feature set.
///
/// Pinned means decided once, at admission; a derived context has the same pin. `()` pins nothing.
///
/// # Example
///
/// ```
/// use std::fmt::Display;
///
/// #[derive(Clone)]
/// pub struct AgentPin {
///     version: u32,
/// }
///
/// impl ctx::Pin for AgentPin {
///     fn label(&self) -> Option<&dyn Display> {
///         Some(&self.version)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared to be a pin",
    note = "declare what is pinned for a turn with `impl ctx::Pin for {Self} {{}}` (it needs `Clone`), or pin nothing with `()`"
)]
pub trait Pin: Clone + Send + Sync + 'static {
    /// What log lines show as `pin`; `None` (the default) shows nothing.
    fn label(&self) -> Option<&dyn fmt::Display> {
        None
    }
}

impl Pin for () {}
