//! Work at intervals, and work after a delay.

use std::fmt;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use super::pace::Pace;
use super::ticks::{Ticks, sealed::ByATimer};
use crate::context::Ctx;
use crate::error::{Error, Kind};
use crate::hops::kinds;
use crate::hops::task_fn::TaskFn;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

#[expect(clippy::disallowed_methods, reason = "this is the hop that the ban on raw spawns names")]
impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Runs `work` every `period`, for the first time when one has passed, in a task of its own:
    /// `ctx.every(Detached("flush"), period, async |ctx| ..)`.
    ///
    /// Each tick runs a clone of `work`: keep what lasts from tick to tick in an `Arc`. Ticks never overlap; after one that
    /// took too long the next comes a full period later. A panic ends the timer, is reported as of every hop, and reaches the
    /// handle. [`timer`](Self::timer) is for a first tick now, and for ticks that catch up.
    ///
    /// The handle gives the reason for which the ticks ended: the turn was cancelled or its deadline passed
    /// ([`Attached`](crate::Attached); also in the middle of a tick), or the process began to shut down
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
        self.timer(ticks, period).run(work)
    }

    /// A timer with a say in its ticks: `ctx.timer(Detached("flush"), period).immediately().run(async |ctx| ..)`. Without one it is
    /// [`every`](Self::every).
    ///
    /// # Panics
    ///
    /// When `period` is zero.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::Duration;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ctx::hops::Platform;
    /// use tokio::sync::mpsc;
    /// use tokio::time::MissedTickBehavior;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let (sender, mut prices) = mpsc::unbounded_channel();
    /// // The first caller starts it, and it is nobody's: its ticks have no tenant.
    /// let refresher = turn
    ///     .timer(Platform("prices"), Duration::from_secs(60))
    ///     .immediately()
    ///     .missed(MissedTickBehavior::Skip)
    ///     .run(async move |ctx| {
    ///         ctx::info!(ctx, "prices read");
    ///         let _ = sender.send(ctx.kind());
    ///     });
    /// assert_eq!(prices.recv().await, Some("prices"));
    /// # refresher.abort();
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn timer<K: Ticks<T, P, L>>(&self, ticks: K, period: Duration) -> Timer<'_, K, T, P, L> {
        assert!(!period.is_zero(), "the period of a timer cannot be zero");
        Timer { ctx: self, ticks, period, missed: None, immediately: false }
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
        let hop = ticks.of(self, ByATimer::new()).into_hop::<kinds::Timer>();
        // Made here, so that the delay begins with the call, and at the caller's line: without a clock it panics.
        let wait = tokio::time::sleep(delay);
        tokio::spawn(async move {
            // As in `Hop::run`.
            let work = work;
            let ctx = hop.ctx();
            ctx.until_wanted(wait).await?;
            ctx.until_done(async { hop.observe(|ctx| work.begin(ctx)).await }).await
        })
    }

    /// Runs `work` at each tick of `pace`, under this context, which is the ticks'.
    #[track_caller]
    pub(super) fn tick<F>(self, work: F, mut pace: Pace) -> JoinHandle<Error>
    where
        F: AsyncFnOnce(&Self) + for<'a> TaskFn<'a, Self, ()> + Clone + Send + 'static,
    {
        let hop = self.into_hop::<kinds::Timer>();
        tokio::spawn(async move {
            // As in `Hop::run`.
            let work = work;
            let ctx = hop.ctx();
            loop {
                if let Err(ended) = ctx.until_wanted(pace.next()).await {
                    return ended;
                }
                // A block, so that nothing of the work begins when it is too late.
                let (hop, once) = (&hop, work.clone());
                let tick = async move { hop.observe(|ctx| once.begin(ctx)).await };
                if let Err(ended) = ctx.until_done(tick).await {
                    return ended;
                }
            }
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

/// A timer about to be started. Made by [`Ctx::timer`].
#[must_use = "it does not tick until `run` is called"]
pub struct Timer<'c, K, T, P = (), L = ()> {
    ctx: &'c Ctx<T, P, L>,
    ticks: K,
    period: Duration,
    missed: Option<MissedTickBehavior>,
    immediately: bool,
}

impl<K, T: TenantSlot, P: Pin, L: LogFields> Timer<'_, K, T, P, L> {
    /// The first tick is due now, and not when a period has passed.
    pub fn immediately(self) -> Self {
        Self { immediately: true, ..self }
    }

    /// What happens when a tick took longer than the period: just what [`tokio::time::Interval`] does. With each behaviour the
    /// first tick that was missed comes at once; they differ in those after it. Ticks never overlap.
    ///
    /// Without this none comes at once: the next is a full period after the long one's end.
    pub fn missed(self, behaviour: MissedTickBehavior) -> Self {
        Self { missed: Some(behaviour), ..self }
    }

    /// Starts it, in a task of its own. Work, handle and end are those of [`Ctx::every`].
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with time enabled, at the caller's line.
    #[track_caller]
    pub fn run<F>(self, work: F) -> JoinHandle<Error>
    where
        K: Ticks<T, P, L>,
        F: AsyncFnOnce(&Ctx<K::Tenant, K::Pin, K::Fields>)
            + for<'a> TaskFn<'a, Ctx<K::Tenant, K::Pin, K::Fields>, ()>
            + Clone
            + Send
            + 'static,
    {
        let Self { ctx, ticks, period, missed, immediately } = self;
        let ctx = ticks.of(ctx, ByATimer::new());
        let first = if immediately { Duration::ZERO } else { period };
        ctx.tick(work, Pace::new(first, period, missed))
    }
}

impl<K, T, P, L> fmt::Debug for Timer<'_, K, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timer")
            .field("ctx", self.ctx)
            .field("period", &self.period)
            .field("missed", &self.missed)
            .field("immediately", &self.immediately)
            .finish()
    }
}
