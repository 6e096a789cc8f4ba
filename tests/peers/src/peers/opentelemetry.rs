//! opentelemetry's context: a stack of contexts on each thread, with a value of the user's type in it.

use opentelemetry::Context;
use opentelemetry::context::FutureExt;

use super::{Bind, Carry, Derive, Keep, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct OpenTelemetry;

impl Peer for OpenTelemetry {
    type Handed = ();

    fn turn<O>(work: impl FnOnce(&()) -> O) -> O {
        let _attached = Context::new().with_value(Shared::acme()).attach();
        work(&())
    }

    #[inline]
    fn tenant<O>((): &(), read: impl FnOnce(&TenantId) -> O) -> O {
        Context::map_current(|cx| match cx.get::<Shared>() {
            Some(shared) => read(&shared.tenant),
            None => panic!("no value in the current context"),
        })
    }
}

impl Bind for OpenTelemetry {
    #[inline]
    fn bind<O>((): &(), work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        let cx = Context::current();
        move || {
            let _attached = cx.attach();
            work()
        }
    }
}

impl Carry for OpenTelemetry {
    #[inline]
    fn carry<O>((): &(), work: impl Future<Output = O> + Send + 'static) -> impl Future<Output = O> + Send + 'static {
        work.with_current_context()
    }

    fn turn_task<F: Future + Send>(work: impl FnOnce(()) -> F + Send) -> impl Future<Output = F::Output> + Send {
        async { work(()).await }.with_context(Context::new().with_value(Shared::acme()))
    }
}

impl Keep for OpenTelemetry {
    type Kept = Context;

    #[inline]
    fn keep((): &()) -> Context {
        Context::current()
    }

    #[inline]
    fn call<O>(kept: &Context, work: impl FnOnce() -> O) -> O {
        let _attached = kept.clone().attach();
        work()
    }

    #[inline]
    fn run<O>(kept: Context, work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send {
        work.with_context(kept)
    }
}

impl Derive for OpenTelemetry {
    fn derive<O>((): &(), step: Step, work: impl FnOnce(&()) -> O) -> O {
        let _attached = Context::current_with_value(step).attach();
        work(&())
    }

    fn request((): &()) -> u64 {
        let step = Context::map_current(|cx| cx.get::<Step>().copied());
        step.map_or(0, |step| step.request + u64::from(step.step))
    }
}
