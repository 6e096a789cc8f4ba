//! Rayon's threads.
//!
//! What ends before the caller goes on borrows `ctx` as it is: `par_iter`, `join`, `scope`, `in_place_scope`. There is no hop
//! around it, so that the caller's span is not current on rayon's threads; [`Ctx::in_span`] in the closure makes it so, for as
//! long as the closure runs, and costs neither a clone nor an allocation. See [`Ctx::rayon`].

use std::fmt;

use rayon::{BroadcastContext, ThreadPool};

use super::kinds::RayonJob;
use super::panics::quietly;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Rayon's current pool, for jobs with this context that outlive the caller: `ctx.rayon().spawn(|ctx| ..)`. In one of a
    /// pool's threads that is this pool, elsewhere the global one.
    ///
    /// # Example
    ///
    /// What borrows needs no hop. `in_span` is for lines of code that takes no `ctx`: without it they show no tenant.
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// use rayon::prelude::*;
    ///
    /// type Ctx = ctx::Ctx<TenantId>;
    ///
    /// fn score(ctx: &Ctx, row: &u64) -> u64 {
    ///     tracing::debug!(row, "scoring"); // shows the tenant
    ///     row * ctx.tenant().0.len() as u64
    /// }
    ///
    /// fn total(ctx: &Ctx, rows: &[u64]) -> u64 {
    ///     rows.par_iter().map(|row| ctx.in_span(|ctx| score(ctx, row))).sum()
    /// }
    ///
    /// fn both(ctx: &Ctx) -> (u64, u64) {
    ///     rayon::join(|| ctx.in_span(|ctx| score(ctx, &1)), || ctx.in_span(|ctx| score(ctx, &2)))
    /// }
    ///
    /// fn each(ctx: &Ctx, rows: &mut [u64]) {
    ///     rayon::scope(|scope| {
    ///         for row in rows {
    ///             scope.spawn(move |_| ctx.in_span(|ctx| *row = score(ctx, row)));
    ///         }
    ///     });
    /// }
    /// # let gate = ctx::Gate::new();
    /// # let turn = gate.admit(TenantId("acme"), (), ())?;
    /// # let mut rows = [1, 2, 3];
    /// # each(&turn, &mut rows);
    /// # assert_eq!((total(&turn, &[1, 2, 3]), both(&turn), rows), (24, (4, 8), [4, 8, 12]));
    /// # Ok::<(), ctx::Error>(())
    /// ```
    ///
    /// # Example: a job that outlives the caller
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # let gate = ctx::Gate::new();
    /// # let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let (sender, scores) = std::sync::mpsc::channel();
    /// turn.rayon().spawn(move |ctx| drop(sender.send(ctx.tenant().0.len())));
    /// assert_eq!(scores.recv(), Ok(4));
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[must_use = "nothing is started until `spawn` or another of its calls is"]
    pub fn rayon(&self) -> Rayon<'_, 'static, T, P, L> {
        Rayon { ctx: self, pool: None }
    }

    /// [`rayon`](Self::rayon) with a pool of the application's.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// use rayon::prelude::*;
    ///
    /// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let rows = [1, 2, 3];
    /// let total: usize = turn.rayon_in(&pool).install(|ctx| {
    ///     rows.par_iter().map(|row| ctx.in_span(|ctx| row * ctx.tenant().0.len())).sum()
    /// });
    /// assert_eq!(total, 24);
    /// let per_thread = turn.rayon_in(&pool).broadcast(|ctx, thread| format!("{} on {}", ctx.tenant(), thread.index()));
    /// assert_eq!(per_thread, ["acme on 0", "acme on 1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "nothing is started until `spawn` or another of its calls is"]
    pub fn rayon_in<'p>(&self, pool: &'p ThreadPool) -> Rayon<'_, 'p, T, P, L> {
        Rayon { ctx: self, pool: Some(pool) }
    }
}

/// A pool of rayon's, for jobs with a context. Made by [`Ctx::rayon`] and [`Ctx::rayon_in`].
///
/// Each job runs inside the span of its context, also when a thread takes it up in the middle of another tenant's that waits
/// there; that one's span is current again after it.
///
/// **Panics.** Rayon's `spawn` has no handle: a panic that reaches it aborts the process, unless the pool has a panic handler.
/// A panic in a job that was *spawned* here is reported once, with its context and the line that spawned it, and ends there:
/// the process lives, and the pool's panic handler is not asked. What has to know of a job's end sends it, or uses a `ctx::Pool`,
/// whose jobs have handles. A panic in [`install`](Self::install) or [`broadcast`](Self::broadcast) is reported as well and goes on
/// to the caller.
#[derive(Clone, Copy)]
pub struct Rayon<'c, 'p, T, P = (), L = ()> {
    ctx: &'c Ctx<T, P, L>,
    pool: Option<&'p ThreadPool>,
}

#[expect(clippy::disallowed_methods, reason = "these are the hops that the bans on rayon's own name")]
impl<T: TenantSlot, P: Pin, L: LogFields> Rayon<'_, '_, T, P, L> {
    /// As [`rayon::spawn`], with this context: the newest job of a thread is taken up first. Attached as a task is.
    #[track_caller]
    pub fn spawn(self, work: impl FnOnce(&Ctx<T, P, L>) + Send + 'static) {
        let job = self.ctx.hop::<RayonJob>().bound(work);
        // Its panic has been reported, and ends here.
        let job = move || quietly(job);
        match self.pool {
            Some(pool) => pool.spawn(job),
            None => rayon::spawn(job),
        }
    }

    /// As [`rayon::spawn_fifo`], with this context: the oldest job of a thread is taken up first.
    #[track_caller]
    pub fn spawn_fifo(self, work: impl FnOnce(&Ctx<T, P, L>) + Send + 'static) {
        let job = self.ctx.hop::<RayonJob>().bound(work);
        // Its panic has been reported, and ends here.
        let job = move || quietly(job);
        match self.pool {
            Some(pool) => pool.spawn_fifo(job),
            None => rayon::spawn_fifo(job),
        }
    }

    /// As [`rayon::spawn_broadcast`], with this context: one job on each thread, and none is waited for.
    #[track_caller]
    pub fn spawn_broadcast(self, work: impl Fn(&Ctx<T, P, L>, BroadcastContext<'_>) + Send + Sync + 'static) {
        let hop = self.ctx.hop::<RayonJob>();
        let job = move |thread: BroadcastContext<'_>| {
            // Named first, so dropped first.
            let work = &work;
            quietly(|| hop.call(|ctx| work(ctx, thread)));
        };
        match self.pool {
            Some(pool) => pool.spawn_broadcast(job),
            None => rayon::spawn_broadcast(job),
        }
    }

    /// As [`rayon::broadcast`], with this context: runs `work` on each thread and waits. It may borrow.
    ///
    /// # Panics
    ///
    /// With a panic of `work`, which has been reported.
    #[track_caller]
    pub fn broadcast<O: Send>(self, work: impl Fn(&Ctx<T, P, L>, BroadcastContext<'_>) -> O + Sync) -> Vec<O> {
        let hop = self.ctx.hop::<RayonJob>();
        let work = |thread: BroadcastContext<'_>| hop.call(|ctx| work(ctx, thread));
        match self.pool {
            Some(pool) => pool.broadcast(work),
            None => rayon::broadcast(work),
        }
    }

    /// As [`ThreadPool::install`], with this context: runs `work` on a thread of the pool and waits. It may borrow. Without a
    /// pool of the application's it runs in the global one, if the caller is not in one already.
    ///
    /// `par_iter`, `join` and `scope` in `work` use the pool. Their closures need [`Ctx::in_span`], like everywhere: a thread that
    /// steals from this one does not know what runs here.
    ///
    /// # Panics
    ///
    /// With a panic of `work`, which has been reported.
    #[track_caller]
    pub fn install<O: Send>(self, work: impl FnOnce(&Ctx<T, P, L>) -> O + Send) -> O {
        let hop = self.ctx.hop::<RayonJob>();
        let work = || hop.call(work);
        match self.pool {
            Some(pool) => pool.install(work),
            // What `install` of the global pool would be: rayon has no name for it.
            None => rayon::scope(|_| work()),
        }
    }
}

impl<T, P, L> fmt::Debug for Rayon<'_, '_, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rayon").field("ctx", self.ctx).field("pool", &self.pool).finish()
    }
}
