//! No context: the work finds the tenant in a place that never goes away.

use std::sync::LazyLock;

use super::{Bind, Carry, Keep, Peer};
use crate::carried::{Shared, TenantId};

pub(crate) struct Raw;

static ONLY: LazyLock<Shared> = LazyLock::new(Shared::acme);

impl Peer for Raw {
    type Handed = &'static Shared;

    fn turn<O>(work: impl FnOnce(&&'static Shared) -> O) -> O {
        work(&&*ONLY)
    }

    fn tenant<O>(handed: &&'static Shared, read: impl FnOnce(&TenantId) -> O) -> O {
        read(&handed.tenant)
    }
}

impl Bind for Raw {
    fn bind<O>(_: &&'static Shared, work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        work
    }
}

impl Carry for Raw {
    fn carry<O>(
        _: &&'static Shared,
        work: impl Future<Output = O> + Send + 'static,
    ) -> impl Future<Output = O> + Send + 'static {
        work
    }

    fn turn_task<F: Future + Send>(
        work: impl FnOnce(&'static Shared) -> F + Send,
    ) -> impl Future<Output = F::Output> + Send {
        work(&ONLY)
    }
}

impl Keep for Raw {
    type Kept = ();

    fn keep(_: &&'static Shared) {}

    fn call<O>((): &(), work: impl FnOnce() -> O) -> O {
        work()
    }

    fn run<O>((): (), work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send {
        work
    }
}
