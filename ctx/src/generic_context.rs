//! What a library function asks for that does not know the application's types.

use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::scoped::Scoped;
use crate::tenant::TenantSlot;
use crate::turn::Turn;

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a context",
        label = "only `ctx::Ctx` is one",
        note = "code that needs some of a context takes `ctx: &impl ctx::Context<Tenant = ..>`"
    )]
    pub trait Sealed {}
    impl<T, P, L> Sealed for super::Ctx<T, P, L> {}
    impl<T, P, L> Sealed for super::Turn<T, P, L> {}
    impl<T, P, L> Sealed for super::Scoped<'_, T, P, L> {}
}

/// What a library function asks for that needs some of a context and does not care about the rest.
///
/// Implemented by every [`Ctx`] and by what lends one, [`Turn`](crate::Turn) and [`Scoped`](crate::Scoped), and by nothing
/// else. `fn schema<P, L>(ctx: &ctx::Ctx<TenantId, P, L>)` is the same for one tenant type.
///
/// # Example
///
/// ```
/// # use std::fmt;
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// fn schema(ctx: &impl ctx::Context<Tenant = TenantId>) -> String {
///     format!("tenant_{}", ctx.as_ctx().tenant())
/// }
///
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// assert_eq!(schema(&turn), "tenant_acme");
/// # Ok::<(), ctx::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a context",
    label = "only `ctx::Ctx` is one, and `Turn` and `Scoped` lend one"
)]
pub trait Context: sealed::Sealed + Send + Sync {
    /// The type in the tenant slot.
    type Tenant: TenantSlot;
    /// The type in the pin slot.
    type Pin: Pin;
    /// The type in the log-field slot.
    type Fields: LogFields;

    /// The context with all its slots, and so all its methods.
    fn as_ctx(&self) -> &Ctx<Self::Tenant, Self::Pin, Self::Fields>;
}

macro_rules! context {
    ($owner:ty) => {
        impl<T: TenantSlot, P: Pin, L: LogFields> Context for $owner {
            type Tenant = T;
            type Pin = P;
            type Fields = L;

            fn as_ctx(&self) -> &Ctx<T, P, L> {
                self
            }
        }
    };
}

context!(Ctx<T, P, L>);
context!(Turn<T, P, L>);
context!(Scoped<'_, T, P, L>);
