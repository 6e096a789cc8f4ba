//! Derived contexts: other fields, a nearer deadline, detached, or without a tenant.
//!
//! A parent is never changed, so siblings never see each other's values. A derived context lives inside the borrow of its
//! parent; work that should outlive it is started from it, as from any context.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::Location;
use std::time::{Duration, Instant};

use crate::clock;
use crate::context::{Ctx, Origin, Slots};
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::root::Above;
use crate::tenant::{NoTenant, TenantSlot};

/// A derived context, which lives no longer than the borrow of its parent. Lends its context as a [`Turn`](crate::Turn)
/// does.
#[must_use = "a derived context changes nothing by itself: pass it on"]
pub struct Scoped<'p, T, P = (), L = ()> {
    ctx: Ctx<T, P, L>,
    parent: PhantomData<&'p ()>,
}

impl<T, P, L> Scoped<'_, T, P, L> {
    pub(crate) fn new(ctx: Ctx<T, P, L>) -> Self {
        Self { ctx, parent: PhantomData }
    }
}

impl<T, P, L> Deref for Scoped<'_, T, P, L> {
    type Target = Ctx<T, P, L>;

    fn deref(&self) -> &Self::Target {
        &self.ctx
    }
}

impl<T, P, L> fmt::Debug for Scoped<'_, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scoped({:?}, ..)", self.kind())
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// A context with other log fields, which replace those of this one.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// #[derive(Clone, ctx::LogFields)]
    /// struct Request {
    ///     id: u64,
    /// }
    ///
    /// #[derive(Clone, ctx::LogFields)]
    /// struct Step {
    ///     id: u64,
    ///     step: &'static str,
    /// }
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), Request { id: 7 })?;
    /// let step = turn.map_fields(|request| Step { id: request.id, step: "retrieval" });
    /// assert_eq!((step.fields().id, step.fields().step), (7, "retrieval"));
    /// # Ok::<(), ctx::Error>(())
    /// ```
    pub fn with_fields<L2: LogFields>(&self, fields: L2) -> Scoped<'_, T, P, L2> {
        Scoped::new(self.slots_with(fields).derived(self))
    }

    /// [`with_fields`](Self::with_fields), with fields made from those of this context.
    pub fn map_fields<L2: LogFields>(&self, fields: impl FnOnce(&L) -> L2) -> Scoped<'_, T, P, L2> {
        self.with_fields(fields(self.fields()))
    }

    /// A context that must have ended by `deadline`. A deadline never moves away: of this and its parent's the nearer counts.
    pub fn with_deadline(&self, deadline: Instant) -> Scoped<'_, T, P, L> {
        self.until(Some(deadline))
    }

    /// [`with_deadline`](Self::with_deadline), `limit` from now. A limit too long to be represented is no limit.
    pub fn with_time_limit(&self, limit: Duration) -> Scoped<'_, T, P, L> {
        self.until(clock::now().checked_add(limit))
    }

    fn until(&self, deadline: Option<Instant>) -> Scoped<'_, T, P, L> {
        let slots = Slots { deadline: self.deadline().into_iter().chain(deadline).min(), ..self.slots() };
        // The same fields, so the same span.
        Scoped::new(slots.with_span(self.own_span().clone(), Origin::Derived(self.keeper())))
    }

    /// A context for work that goes on after the turn: same tenant, pin and fields, a span of its own, no deadline, and not
    /// cancelled with the turn. The end of the process's grace still reaches it. `kind` names it in logs and reports.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let audit = turn.detach("audit").spawn(async move |ctx| format!("audit row for {}", ctx.tenant()));
    /// turn.cancel(); // does not reach the audit
    /// assert_eq!(audit.await?, "audit row for acme");
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn detach(&self, kind: &'static str) -> Scoped<'_, T, P, L> {
        let slots = Slots { deadline: None, ..self.slots() };
        Scoped::new(self.new_root(slots, kind, Location::caller(), Above::Gate))
    }

    /// A context for work on behalf of the platform, in the middle of a turn: no tenant and no pin, and with fields of its
    /// own, so that nothing of the tenant's shows. Cancelled with the turn. It leads to no other tenant: that takes the gate.
    #[track_caller]
    pub fn platform<L2: LogFields>(&self, kind: &'static str, fields: L2) -> Scoped<'_, NoTenant, (), L2> {
        let slots = Slots::new(NoTenant::new(), (), fields, self.deadline());
        Scoped::new(self.new_root(slots, kind, Location::caller(), self.above()))
    }

    /// Platform work that goes on after the turn.
    #[cfg(feature = "tokio")]
    #[track_caller]
    pub(crate) fn detached_platform(&self, kind: &'static str) -> Ctx<NoTenant, (), ()> {
        let slots = Slots::new(NoTenant::new(), (), (), None);
        self.new_root(slots, kind, Location::caller(), Above::Gate)
    }

    /// A root with a span of its own, started by work under this context.
    pub(crate) fn new_root<T2: TenantSlot, P2: Pin, L2: LogFields>(
        &self,
        slots: Slots<T2, P2, L2>,
        kind: &'static str,
        site: &'static Location<'static>,
        above: Above,
    ) -> Ctx<T2, P2, L2> {
        let ctx = slots.root(self.root().started(kind, site, above));
        ctx.own_span().follows_from(self.own_span());
        ctx.registered_inside()
    }

    /// A root like this context, in its span, with a name and a line in the report of a shutdown.
    pub(crate) fn named(&self, name: &'static str, site: &'static Location<'static>) -> Self {
        let root = self.root().started(name, site, self.above());
        self.slots().with_span(self.own_span().clone(), Origin::Root(root)).registered_inside()
    }

    /// This root, in the register of its gate. Never refused: what was admitted may finish what it began.
    pub(crate) fn registered_inside(self) -> Self {
        self.root().gate.register_inside(&self.rooted());
        self
    }
}
