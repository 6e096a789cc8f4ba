//! The tenant slot: who the work is for, or that it is for nobody.

use std::fmt;

/// A tenant as the application names it. Implement it for a type of your own, never for a bare `String`: the type is what
/// keeps a tenant from being mistaken for a user id.
///
/// Its [`Display`](fmt::Display) is the tenant's *label*: what log lines and the report of a shutdown show. It should be a
/// stable identifier and no secret.
///
/// # Example
///
/// ```
/// # use std::fmt;
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// pub struct TenantId(u32);
///
/// impl fmt::Display for TenantId {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "t{}", self.0)
///     }
/// }
///
/// impl ctx::Tenant for TenantId {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared to be a tenant",
    label = "this is not a tenant",
    note = "declare a type of your own: `impl ctx::Tenant for TenantId {{}}` (it needs `Display` for its label, and `Clone`)",
    note = "work for no tenant comes from `gate.platform(\"kind\", fields)`, and from there reaches one tenant after another \
            with `gate.for_tenant(&platform, tenant, pin, fields)`"
)]
pub trait Tenant: fmt::Display + Clone + Send + Sync + 'static {}

/// What may stand in the tenant slot of a [`Ctx`](crate::Ctx): a [`Tenant`], or [`NoTenant`]. Not to be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in the tenant slot of a context",
    note = "declare it with `impl ctx::Tenant for {Self} {{}}`, or use `ctx::NoTenant` for platform work"
)]
pub trait TenantSlot: sealed::Sealed + Clone + Send + Sync + 'static {
    /// What log lines show as the tenant; `None` for platform work.
    fn label(&self) -> Option<&dyn fmt::Display>;
}

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot stand in the tenant slot of a context",
        note = "declare it with `impl ctx::Tenant for {Self} {{}}`, or use `ctx::NoTenant` for platform work"
    )]
    pub trait Sealed {}
    impl<T: super::Tenant> Sealed for T {}
    impl Sealed for super::NoTenant {}
}

impl<T: Tenant> TenantSlot for T {
    fn label(&self) -> Option<&dyn fmt::Display> {
        Some(self)
    }
}

/// The tenant slot of platform work: there is no tenant.
///
/// Cannot be made outside this crate and is not a [`Tenant`], so no turn can be admitted for "nobody", and a function that
/// asks for a tenant does not accept a platform context.
#[derive(Clone, Debug)]
pub struct NoTenant {
    _sealed: (),
}

impl NoTenant {
    pub(crate) const fn new() -> Self {
        Self { _sealed: () }
    }
}

impl TenantSlot for NoTenant {
    fn label(&self) -> Option<&dyn fmt::Display> {
        None
    }
}
