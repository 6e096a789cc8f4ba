//! An application as the tests see it: its tenant, its context, its turn as an extractor, and a turn for tests.

use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

/// A tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TenantId(pub &'static str);

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl ctx::Tenant for TenantId {}

/// The context of a turn.
pub type Ctx = ctx::Ctx<TenantId>;

/// The turn of a request: what a handler is given.
pub struct Turn(ctx::testing::TestTurn<TenantId, (), ()>);

impl Deref for Turn {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.0
    }
}

impl<S: Sync> FromRequestParts<S> for Turn {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(ctx::testing::turn(TenantId("of the request"), (), ())))
    }
}

/// The turn of a test.
#[must_use]
pub fn test_turn() -> ctx::testing::TestTurn<TenantId, (), ()> {
    ctx::testing::turn(TenantId("of the test"), (), ())
}

/// A context for a test that needs one only for a call.
pub fn with_turn<R>(call: impl FnOnce(&Ctx) -> R) -> R {
    call(&test_turn())
}

/// What nearly every function of an application does.
pub async fn load(ctx: &Ctx, id: u64) -> String {
    format!("row {id} {}", ctx.tenant())
}
