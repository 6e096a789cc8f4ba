//! The explicit form as it is written by hand: a clone of an `Arc` for what goes elsewhere, a reference for the rest.

use std::sync::Arc;

use super::{Bind, Carry, Derive, Keep, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct ByHand;

impl Peer for ByHand {
    type Handed = Arc<Shared>;

    fn turn<O>(work: impl FnOnce(&Arc<Shared>) -> O) -> O {
        work(&Arc::new(Shared::acme()))
    }

    #[inline]
    fn tenant<O>(handed: &Arc<Shared>, read: impl FnOnce(&TenantId) -> O) -> O {
        read(&handed.tenant)
    }
}

impl Bind for ByHand {
    #[inline]
    fn bind<O>(_: &Arc<Shared>, work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        work
    }
}

impl Carry for ByHand {
    #[inline]
    fn carry<O>(
        _: &Arc<Shared>,
        work: impl Future<Output = O> + Send + 'static,
    ) -> impl Future<Output = O> + Send + 'static {
        work
    }

    fn turn_task<F: Future + Send>(
        work: impl FnOnce(Arc<Shared>) -> F + Send,
    ) -> impl Future<Output = F::Output> + Send {
        work(Arc::new(Shared::acme()))
    }
}

impl Keep for ByHand {
    type Kept = ();

    #[inline]
    fn keep(_: &Arc<Shared>) {}

    #[inline]
    fn call<O>((): &(), work: impl FnOnce() -> O) -> O {
        work()
    }

    #[inline]
    fn run<O>((): (), work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send {
        work
    }
}

impl Derive for ByHand {
    /// In an `Arc` of its own, so that it can go over a hop as the first one can.
    fn derive<O>(handed: &Arc<Shared>, step: Step, work: impl FnOnce(&Arc<Shared>) -> O) -> O {
        work(&Arc::new(handed.with_step(step)))
    }

    fn request(handed: &Arc<Shared>) -> u64 {
        handed.step.map_or(0, |step| step.request + u64::from(step.step))
    }
}
