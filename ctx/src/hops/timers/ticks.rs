//! Whose ticks the ticks of a timer are.

use crate::context::Ctx;
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

pub(super) mod sealed {
    /// What only this crate can give: a context is shared by a timer, and by nobody who calls `of` for himself.
    pub struct ByATimer(());

    impl ByATimer {
        pub(in crate::hops::timers) const fn new() -> Self {
            Self(())
        }
    }

    pub trait Sealed {}
    impl Sealed for super::Attached {}
    impl Sealed for super::Detached {}
    impl Sealed for super::Platform {}
}

/// Whose ticks the ticks of a timer are: [`Attached`], [`Detached`] or [`Platform`].
///
/// A refresher that is started by whoever comes first, from a `OnceLock` say, is not the first caller's: `Platform("refresh")`
/// gives its ticks no tenant, and code for a tenant does not compile in them. `Detached` says that it is the first caller's.
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
