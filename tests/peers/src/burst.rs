//! The hops of one turn.

use tokio::task::JoinError;

use crate::carried::{Ctx, id, load, load_explicit, used};
use crate::peers::Carry;

/// How many small tasks a turn starts and waits for, one after the other.
pub(crate) const HOPS: u64 = 8;

pub(crate) fn done(result: Result<usize, JoinError>) {
    match result {
        Ok(length) => used(length),
        Err(error) => panic!("the work failed: {error}"),
    }
}

pub(crate) async fn burst_explicit(ctx: &Ctx) {
    for _ in 0..HOPS {
        let id = id();
        done(ctx.spawn(async move |ctx| load_explicit(ctx, id).await).await);
    }
}

pub(crate) async fn burst<P: Carry>(handed: &P::Handed) {
    for _ in 0..HOPS {
        let (work, id) = (handed.clone(), id());
        done(tokio::spawn(P::carry(handed, async move { load::<P>(&work, id).await })).await);
    }
}
