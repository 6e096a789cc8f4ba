//! Timers. Whose ticks they are is said at the call, and is in the type of the context that the work gets.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::kinds;
use super::task_fn::TaskFn;
use crate::context::Ctx;
use crate::error::{Error, Kind};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::{NoTenant, TenantSlot};

/// Ticks of the turn: they stop when it is cancelled or its deadline passes, and keep it alive until then.
#[derive(Clone, Copy, Debug)]
pub struct Attached;

/// Ticks for the same tenant after the turn, named for logs and reports. They stop when the process begins to shut down.
#[derive(Clone, Copy, Debug)]
pub struct Detached(pub &'static str);

/// Ticks of the platform, named for logs and reports: their context has no tenant and no log fields, whoever was first to
/// start the timer. They stop when the process begins to shut down.
#[derive(Clone, Copy, Debug)]
pub struct Platform(pub &'static str);

mod sealed {
    /// What only this crate can give: a context is shared by a timer, and by nobody who calls `of` for himself.
    pub struct ByATimer(pub(super) ());

    pub trait Sealed {}
    impl Sealed for super::Attached {}
    impl Sealed for super::Detached {}
    impl Sealed for super::Platform {}
}

/// Whose ticks the ticks of a timer are: [`Attached`], [`Detached`] or [`Platform`].
#[diagnostic::on_unimplemented(
    message = "whose ticks these are is not said",
    label = "expected `Attached`, `Detached(\"..\")` or `Platform(\"..\")`",
    note = "`Attached` are of this turn, `Detached(\"flush\")` of its tenant after it, `Platform(\"refresh\")` of no tenant"
)]
pub trait Ticks<T, P, L>: sealed::Sealed {
    /// The tenant slot of the context that the ticks get.
    type Tenant: TenantSlot;
    /// Its pin slot.
    type Pin: Pin;
    /// Its log fields.
    type Fields: LogFields;

    /// The context of the ticks.
    #[doc(hidden)]
    #[track_caller]
    fn of(self, ctx: &Ctx<T, P, L>, _: sealed::ByATimer) -> Ctx<Self::Tenant, Self::Pin, Self::Fields>;
}

impl<T: TenantSlot, P: Pin, L: LogFields> Ticks<T, P, L> for Attached {
    type Tenant = T;
    type Pin = P;
    type Fields = L;

    fn of(self, ctx: &Ctx<T, P, L>, _: sealed::ByATimer) -> Ctx<T, P, L> {
        ctx.share()
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Ticks<T, P, L> for Detached {
    type Tenant = T;
    type Pin = P;
    type Fields = L;

    fn of(self, ctx: &Ctx<T, P, L>, _: sealed::ByATimer) -> Ctx<T, P, L> {
        ctx.detach(self.0).share()
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Ticks<T, P, L> for Platform {
    type Tenant = NoTenant;
    type Pin = ();
    type Fields = ();

    fn of(self, ctx: &Ctx<T, P, L>, _: sealed::ByATimer) -> Ctx<NoTenant, (), ()> {
        ctx.detached_platform(self.0)
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Runs `work` every `period`, for the first time when one has passed, in a task of its own:
    /// `ctx.every(Detached("flush"), period, async |ctx| ..)`.
    ///
    /// Each tick runs a clone of `work`: keep what lasts from tick to tick in an `Arc`. Ticks never overlap; after one that
    /// took too long the next comes a full period later. A panic ends the timer, is reported as of every hop, and reaches the
    /// handle.
    ///
    /// The handle gives the reason for which the ticks ended: the turn was cancelled or its deadline passed
    /// ([`Attached`]; also in the middle of a tick), or the process began to shut down
    /// ([`is_shut_down`](Error::is_shut_down); a tick that has begun is finished, within the grace). Dropping the handle
    /// stops nothing, [`abort`](JoinHandle::abort) does.
    ///
    /// # Panics
    ///
    /// When `period` is zero; outside a tokio runtime with time enabled, at the caller's line.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::sync::{Arc, atomic::{AtomicU32, Ordering}};
    /// # use std::time::Duration;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ctx::hops::Attached;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admission("import").time_limit(Duration::from_millis(55)).admit(TenantId("acme"), (), ())?;
    /// let beats = Arc::new(AtomicU32::new(0));
    /// let counter = Arc::clone(&beats);
    /// let timer = turn.every(Attached, Duration::from_millis(10), async move |ctx| {
    ///     assert_eq!(ctx.tenant().0, "acme");
    ///     counter.fetch_add(1, Ordering::Relaxed);
    /// });
    /// assert!(timer.await?.is_deadline_exceeded());
    /// assert!(beats.load(Ordering::Relaxed) >= 1);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn every<K, F>(&self, ticks: K, period: Duration, work: F) -> JoinHandle<Error>
    where
        K: Ticks<T, P, L>,
        F: AsyncFnOnce(&Ctx<K::Tenant, K::Pin, K::Fields>)
            + for<'a> TaskFn<'a, Ctx<K::Tenant, K::Pin, K::Fields>, ()>
            + Clone
            + Send
            + 'static,
    {
        assert!(!period.is_zero(), "the period of a timer cannot be zero");
        let hop = ticks.of(self, sealed::ByATimer(())).into_hop::<kinds::Timer>();
        // Made here, so that the first period begins with the call, and a runtime without a clock panics at the caller's line.
        let first = tokio::time::sleep(period);
        tokio::spawn(async move {
            let mut wait = std::pin::pin!(first);
            let ctx = hop.ctx();
            loop {
                if let Err(ended) = ctx.until_wanted(wait.as_mut()).await {
                    return ended;
                }
                // A block, so that nothing of the work begins when it is too late.
                let (hop, once) = (&hop, work.clone());
                let tick = async move { hop.observe(|ctx| once.begin(ctx)).await };
                if let Err(ended) = ctx.until_done(tick).await {
                    return ended;
                }
                // By the clock of the ticks, unless the last one took too long.
                let (due, now) = (wait.deadline() + period, Instant::now());
                wait.as_mut().reset(if due > now { due } else { now + period });
            }
        })
    }

    /// Runs `work` once, when `delay` has passed, in a task of its own: `ctx.after(Detached("purge"), delay, async |ctx| ..)`.
    ///
    /// # Errors
    ///
    /// The handle gives the reason for which the work did not run or did not end: see [`every`](Self::every).
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with time enabled, at the caller's line.
    #[track_caller]
    pub fn after<K, F, O>(&self, ticks: K, delay: Duration, work: F) -> JoinHandle<Result<O, Error>>
    where
        K: Ticks<T, P, L>,
        F: AsyncFnOnce(&Ctx<K::Tenant, K::Pin, K::Fields>) -> O
            + for<'a> TaskFn<'a, Ctx<K::Tenant, K::Pin, K::Fields>, O>
            + Send
            + 'static,
        O: Send + 'static,
    {
        let hop = ticks.of(self, sealed::ByATimer(())).into_hop::<kinds::Timer>();
        // Made here, so that the delay begins with the call, and at the caller's line: without a clock it panics.
        let wait = tokio::time::sleep(delay);
        tokio::spawn(async move {
            let ctx = hop.ctx();
            ctx.until_wanted(wait).await?;
            ctx.until_done(async { hop.observe(|ctx| work.begin(ctx)).await }).await
        })
    }

    /// Waits between two ticks: as `until_done`, and until the process begins to shut down.
    async fn until_wanted(&self, wait: impl Future<Output = ()> + Send) -> Result<(), Error> {
        let closing = &self.root().gate.closing;
        match self.until_done(closing.run_until_cancelled(wait)).await {
            Ok(Some(())) => Ok(()),
            Ok(None) => Err(Error::new(Kind::ShutDown)),
            Err(ended) => Err(ended),
        }
    }
}
