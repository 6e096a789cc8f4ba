//! `tokio::task_local!`: read and cloned where work is submitted, scoped again around it.

use std::sync::Arc;

use super::{Bind, Carry, Derive, Keep, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct TaskLocal;

tokio::task_local! {
    static SHARED: Arc<Shared>;
}

impl Peer for TaskLocal {
    type Handed = ();

    fn turn<O>(work: impl FnOnce(&()) -> O) -> O {
        SHARED.sync_scope(Arc::new(Shared::acme()), || work(&()))
    }

    #[inline]
    fn tenant<O>((): &(), read: impl FnOnce(&TenantId) -> O) -> O {
        SHARED.with(|shared| read(&shared.tenant))
    }
}

impl Bind for TaskLocal {
    #[inline]
    fn bind<O>((): &(), work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        let shared = SHARED.get();
        move || SHARED.sync_scope(shared, work)
    }
}

impl Carry for TaskLocal {
    #[inline]
    fn carry<O>((): &(), work: impl Future<Output = O> + Send + 'static) -> impl Future<Output = O> + Send + 'static {
        SHARED.scope(SHARED.get(), work)
    }

    fn turn_task<F: Future + Send>(work: impl FnOnce(()) -> F + Send) -> impl Future<Output = F::Output> + Send {
        SHARED.scope(Arc::new(Shared::acme()), async { work(()).await })
    }
}

impl Keep for TaskLocal {
    type Kept = Arc<Shared>;

    #[inline]
    fn keep((): &()) -> Arc<Shared> {
        SHARED.get()
    }

    #[inline]
    fn call<O>(kept: &Arc<Shared>, work: impl FnOnce() -> O) -> O {
        SHARED.sync_scope(Arc::clone(kept), work)
    }

    #[inline]
    fn run<O>(kept: Arc<Shared>, work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send {
        SHARED.scope(kept, work)
    }
}

impl Derive for TaskLocal {
    fn derive<O>((): &(), step: Step, work: impl FnOnce(&()) -> O) -> O {
        let shared = SHARED.with(|shared| Arc::new(shared.with_step(step)));
        SHARED.sync_scope(shared, || work(&()))
    }

    fn request((): &()) -> u64 {
        SHARED.with(|shared| shared.step.map_or(0, |step| step.request + u64::from(step.step)))
    }
}
