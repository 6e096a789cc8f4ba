//! The gate: the one authority of a process that admits turns, and waits for them when the process shuts down.

mod admission;
#[cfg(feature = "bridge")]
mod bridged;
mod drain;
mod register;

pub use admission::Admission;
pub use drain::{DrainReport, StillRunning};
pub(crate) use register::GateState;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use crate::context::{Ctx, Slots};
use crate::error::{Error, Kind};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::scoped::Scoped;
use crate::tenant::{NoTenant, Tenant};
use crate::turn::Turn;

/// Admits the turns of a process and drains them at its end.
///
/// Made once, in `main`, and handed to the entry points; a clone is the same gate. Whoever holds it may start work for any
/// tenant, so code that handles a turn should not hold it.
///
/// # Example
///
/// ```
/// # use std::time::Duration;
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// assert_eq!(gate.live(), 1);
/// drop(turn);
///
/// let report = gate.drain_blocking(Duration::from_secs(5));
/// assert!(report.is_clean());
/// assert!(gate.admit(TenantId("acme"), (), ()).unwrap_err().is_draining());
/// # Ok::<(), ctx::Error>(())
/// ```
#[derive(Clone)]
pub struct Gate {
    state: Arc<GateState>,
}

impl Gate {
    /// An open gate, with nothing admitted.
    ///
    /// Nothing stops code from making another one and admitting whom it likes: ban this function in `clippy.toml`
    /// (`disallowed-methods`, with the path `ctx::Gate::new`), and allow it in the one line of `main`.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a default gate would be a root that no reviewed line shows")]
    pub fn new() -> Self {
        Self { state: Arc::new(GateState::new()) }
    }

    /// Admits a turn for one tenant, without a deadline. [`admission`](Self::admission) says more about a turn.
    ///
    /// # Errors
    ///
    /// [`Error::is_draining`] after [`close`](Self::close) or [`drain`](Self::drain).
    #[track_caller]
    pub fn admit<T: Tenant, P: Pin, L: LogFields>(&self, tenant: T, pin: P, fields: L) -> Result<Turn<T, P, L>, Error> {
        self.admission("turn").admit(tenant, pin, fields)
    }

    /// Begins the admission of a turn of some `kind`, for example `"chat"` or `"webhook"`, perhaps with a deadline.
    pub fn admission(&self, kind: &'static str) -> Admission<'_> {
        Admission::new(&self.state, kind)
    }

    /// Admits platform work: work for no tenant, such as a scheduler or a schema upgrade. `kind` says what it is.
    ///
    /// # Errors
    ///
    /// [`Error::is_draining`] after [`close`](Self::close) or [`drain`](Self::drain).
    #[track_caller]
    pub fn platform<L: LogFields>(&self, kind: &'static str, fields: L) -> Result<Turn<NoTenant, (), L>, Error> {
        self.admission(kind).enter(NoTenant::new(), (), fields, Location::caller())
    }

    /// A context for one tenant inside platform work, for a job that serves one tenant after another.
    ///
    /// It is cancelled with the platform turn and has its deadline; its pin and fields are its own. It asks for the gate, so
    /// that a platform context which code for one tenant made with [`Ctx::platform`] cannot reach another tenant. It is not
    /// refused while the gate drains, so that a job in its grace can finish.
    ///
    /// # Errors
    ///
    /// [`Error::is_cancelled`] or [`Error::is_deadline_exceeded`] when the platform turn must stop: a job over many tenants
    /// ends between two of them. [`Error::is_other_gate`] when another gate admitted the platform work.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let platform = gate.platform("nightly-report", ())?;
    /// for tenant in [TenantId("acme"), TenantId("globex")] {
    ///     let ctx = gate.for_tenant(&platform, tenant, (), ())?;
    ///     println!("report for {}", ctx.tenant());
    /// }
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn for_tenant<'p, T: Tenant, P: Pin, L: LogFields, L0: LogFields>(
        &self,
        platform: &'p Ctx<NoTenant, (), L0>,
        tenant: T,
        pin: P,
        fields: L,
    ) -> Result<Scoped<'p, T, P, L>, Error> {
        if !Arc::ptr_eq(&self.state, &platform.root().gate) {
            return Err(Error::new(Kind::OtherGate));
        }
        platform.check()?;
        let slots = Slots::new(tenant, pin, fields, platform.deadline());
        Ok(Scoped::new(platform.new_root(slots, platform.kind(), Location::caller(), platform.above())))
    }

    /// Turns, detached work, named tasks and other roots that are alive: something holds a context of theirs.
    #[must_use]
    pub fn live(&self) -> usize {
        self.state.live()
    }

    /// What is alive now: an entry for each turn, named task and piece of detached or platform work.
    #[must_use]
    pub fn still_running(&self) -> Vec<StillRunning> {
        self.state.still_running()
    }

    /// Stops admission. What was admitted goes on; timers stop between two ticks.
    pub fn close(&self) {
        self.state.close();
    }

    /// Whether [`close`](Self::close) or [`drain`](Self::drain) was called.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.state.is_closed()
    }

    /// Resolves when nothing that was admitted is alive any more.
    pub async fn idle(&self) {
        self.state.idle().await;
    }

    /// Shuts down: stops admission, waits until nothing holds a context or `grace` has passed, cancels what is left and
    /// says what that was.
    ///
    /// Cancelled work stops where it asks: at [`until_done`](Ctx::until_done), [`check`](Ctx::check) or
    /// [`cancelled`](Ctx::cancelled). [`idle`](Self::idle) waits for it to do so.
    ///
    /// # Panics
    ///
    /// When it is polled outside a tokio runtime with time enabled. [`drain_blocking`](Self::drain_blocking) needs none.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::Duration;
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// let gate = ctx::Gate::new();
    /// let platform = gate.platform("indexer", ())?;
    /// let report = gate.drain(Duration::from_millis(10)).await;
    /// assert_eq!(report.still_running()[0].kind(), "indexer");
    /// assert!(platform.is_cancelled());
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "tokio")]
    pub async fn drain(&self, grace: Duration) -> DrainReport {
        self.close();
        // The outcome is read from the register below: a turn may end just when the grace does.
        let _ = tokio::time::timeout(grace, self.idle()).await;
        self.state.shut_down()
    }

    /// [`drain`](Self::drain) for a program without a runtime: blocks the calling thread.
    pub fn drain_blocking(&self, grace: Duration) -> DrainReport {
        self.close();
        self.state.wait_until_idle(grace);
        self.state.shut_down()
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate").field("live", &self.live()).field("closed", &self.is_closed()).finish()
    }
}
