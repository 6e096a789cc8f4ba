//! Reading the tenant where it is needed.

use std::hint::black_box;
use std::sync::Arc;

use opentelemetry::Context;

use crate::Ctx;
use crate::by_hand::Shared;
use crate::meter::{Measured, measure};
use crate::tenant::turn;

tokio::task_local! {
    static SHARED: Arc<Shared>;
}

pub(crate) fn explicit(operations: u64) -> Measured {
    let turn = turn();
    let ctx: &Ctx = &turn;
    measure(operations, || {
        black_box(black_box(ctx).tenant().len());
    })
}

pub(crate) fn task_local(operations: u64) -> Measured {
    SHARED.sync_scope(Shared::acme(), || {
        measure(operations, || {
            black_box(SHARED.with(|shared| shared.tenant.len()));
        })
    })
}

pub(crate) fn opentelemetry(operations: u64) -> Measured {
    let _attached = Context::new().with_value(Shared::acme()).attach();
    measure(operations, || {
        black_box(Context::current().get::<Arc<Shared>>().map_or(0, |shared| shared.tenant.len()));
    })
}
