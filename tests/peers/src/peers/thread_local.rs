//! `std::thread_local!`: read and cloned where work is submitted, set on the thread that runs it, put back by a guard. Not for
//! futures, which leave their thread at an await.

use std::cell::RefCell;
use std::sync::Arc;

use super::{Bind, Derive, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct ThreadLocal;

thread_local! {
    static SHARED: RefCell<Option<Arc<Shared>>> = const { RefCell::new(None) };
}

/// Puts back what was there before.
struct PutBack(Option<Arc<Shared>>);

impl PutBack {
    fn after(shared: Arc<Shared>) -> Self {
        Self(SHARED.replace(Some(shared)))
    }
}

impl Drop for PutBack {
    fn drop(&mut self) {
        SHARED.set(self.0.take());
    }
}

fn current() -> Arc<Shared> {
    match SHARED.with_borrow(Clone::clone) {
        Some(shared) => shared,
        None => panic!("no value on this thread"),
    }
}

impl Peer for ThreadLocal {
    type Handed = ();

    fn turn<O>(work: impl FnOnce(&()) -> O) -> O {
        let _put_back = PutBack::after(Arc::new(Shared::acme()));
        work(&())
    }

    #[inline]
    fn tenant<O>((): &(), read: impl FnOnce(&TenantId) -> O) -> O {
        SHARED.with_borrow(|shared| match shared {
            Some(shared) => read(&shared.tenant),
            None => panic!("no value on this thread"),
        })
    }
}

impl Bind for ThreadLocal {
    #[inline]
    fn bind<O>((): &(), work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        let shared = current();
        move || {
            let _put_back = PutBack::after(shared);
            work()
        }
    }
}

impl Derive for ThreadLocal {
    fn derive<O>((): &(), step: Step, work: impl FnOnce(&()) -> O) -> O {
        let _put_back = PutBack::after(Arc::new(current().with_step(step)));
        work(&())
    }

    fn request((): &()) -> u64 {
        let step = SHARED.with_borrow(|shared| shared.as_ref().and_then(|shared| shared.step));
        step.map_or(0, |step| step.request + u64::from(step.step))
    }
}
