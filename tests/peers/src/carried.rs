//! The values that every peer carries, and the work that every hop does with them.

use std::hint::black_box;

use crate::peers::Peer;
pub(crate) use crate::tenant::{TenantId, turn};

/// The context of this program.
pub(crate) type Ctx = ctx::Ctx<TenantId>;

/// More fields, for a derived context.
#[derive(Clone, Copy, ctx::LogFields)]
pub(crate) struct Step {
    pub(crate) request: u64,
    pub(crate) step: u32,
}

/// What the peers share where `ctx` has a context.
pub(crate) struct Shared {
    pub(crate) tenant: TenantId,
    pub(crate) step: Option<Step>,
}

impl Shared {
    pub(crate) fn acme() -> Self {
        Self { tenant: TenantId::acme(), step: None }
    }

    pub(crate) fn with_step(&self, step: Step) -> Self {
        Self { tenant: self.tenant.clone(), step: Some(step) }
    }
}

/// The id that work takes, which the compiler does not know.
pub(crate) fn id() -> u64 {
    black_box(7)
}

/// A result is of use to somebody, as far as the compiler knows.
#[inline]
pub(crate) fn used(length: usize) {
    black_box(length);
}

pub(crate) fn key(tenant: &TenantId, id: u64) -> String {
    format!("{tenant}/{id}")
}

/// About the least that a service starts a task for: a key from tenant and id, room for a row, and one wait.
macro_rules! load_row {
    ($key:expr) => {{
        let mut row = [0_u8; 256];
        let key = black_box($key);
        tokio::task::yield_now().await;
        black_box(&mut row)[0] = 1;
        key.len() + usize::from(row[0])
    }};
}

pub(crate) async fn load<P: Peer>(handed: &P::Handed, id: u64) -> usize {
    load_row!(P::tenant(handed, |tenant| key(tenant, id)))
}

pub(crate) async fn load_explicit(ctx: &Ctx, id: u64) -> usize {
    load_row!(key(ctx.tenant(), id))
}

/// The same where nothing waits.
pub(crate) fn compute<P: Peer>(handed: &P::Handed, id: u64) -> usize {
    black_box(P::tenant(handed, |tenant| key(tenant, id))).len()
}

pub(crate) fn compute_explicit(ctx: &Ctx, id: u64) -> usize {
    black_box(key(ctx.tenant(), id)).len()
}
