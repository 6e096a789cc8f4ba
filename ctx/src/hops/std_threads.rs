//! Threads of the operating system. A scoped thread needs no hop: [`std::thread::scope`] borrows `ctx`.

use std::io;
use std::thread::{Builder, JoinHandle};

use super::kinds;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Starts a thread with this context. Attached as a task is; a thread cannot be killed, it ends when its closure does.
    ///
    /// `name` is what the operating system shows; [`ctx.task("render").thread(..)`](crate::NamedTask::thread) also gives a line
    /// in the report of a shutdown.
    ///
    /// # Errors
    ///
    /// When the operating system does not give a thread, or `name` holds a NUL byte.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let render = turn.thread("render", |ctx| format!("page of {}", ctx.tenant()))?;
    /// assert_eq!(render.join().unwrap(), "page of acme");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    #[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw threads names")]
    pub fn thread<O: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(&Self) -> O + Send + 'static,
    ) -> io::Result<JoinHandle<O>> {
        if name.contains('\0') {
            // `Builder::name` would panic.
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the name of a thread cannot hold a NUL byte"));
        }
        let hop = self.hop::<kinds::Thread>();
        Builder::new().name(name.to_owned()).spawn(hop.bound(work))
    }
}
