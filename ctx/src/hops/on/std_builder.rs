//! Threads with settings of their own: a stack size.

use std::io;
use std::thread::{Builder, JoinHandle};

use super::super::kinds;
use super::On;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> On<'_, Builder, T, P, L> {
    /// Starts the thread that was built, as [`Ctx::thread`].
    ///
    /// # Errors
    ///
    /// When the operating system does not give a thread.
    ///
    /// # Panics
    ///
    /// When the builder's name holds a NUL byte.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// use std::thread::Builder;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let deep = Builder::new().name("deep".into()).stack_size(8 << 20);
    /// let thread = turn.on(deep).thread(|ctx| ctx.tenant().0.len())?;
    /// assert_eq!(thread.join().unwrap(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    #[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw threads names")]
    pub fn thread<O: Send + 'static>(
        self,
        work: impl FnOnce(&Ctx<T, P, L>) -> O + Send + 'static,
    ) -> io::Result<JoinHandle<O>> {
        let (hop, builder) = self.into_parts::<kinds::Thread>();
        builder.spawn(hop.bound(work))
    }
}
