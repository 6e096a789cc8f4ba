//! `tokio-inherit-task-local`: a table of values that a future or a closure takes over from where it was wrapped. It has no
//! form for messages, streams or work that runs several times.

use tokio_inherit_task_local::{FutureInheritTaskLocal, inherit_task_local, inheritable_task_local};

use super::{Bind, Carry, Derive, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct Inherited;

inheritable_task_local! {
    static SHARED: Shared;
}

impl Peer for Inherited {
    type Handed = ();

    fn turn<O>(work: impl FnOnce(&()) -> O) -> O {
        SHARED.sync_scope(Shared::acme(), || work(&()))
    }

    #[inline]
    fn tenant<O>((): &(), read: impl FnOnce(&TenantId) -> O) -> O {
        SHARED.with(|shared| read(&shared.tenant))
    }
}

impl Bind for Inherited {
    #[inline]
    fn bind<O>((): &(), work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        inherit_task_local(work)
    }
}

impl Carry for Inherited {
    #[inline]
    fn carry<O>((): &(), work: impl Future<Output = O> + Send + 'static) -> impl Future<Output = O> + Send + 'static {
        work.inherit_task_local()
    }

    fn turn_task<F: Future + Send>(work: impl FnOnce(()) -> F + Send) -> impl Future<Output = F::Output> + Send {
        SHARED.scope(Shared::acme(), async { work(()).await })
    }
}

impl Derive for Inherited {
    fn derive<O>((): &(), step: Step, work: impl FnOnce(&()) -> O) -> O {
        let shared = SHARED.with(|shared| shared.with_step(step));
        SHARED.sync_scope(shared, || work(&()))
    }

    fn request((): &()) -> u64 {
        SHARED.with(|shared| shared.step.map_or(0, |step| step.request + u64::from(step.step)))
    }
}
