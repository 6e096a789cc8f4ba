//! fastrace: a span of a trace around each hop. The work cannot read its properties, so that the value goes beside it by hand.

use std::sync::Arc;

use fastrace::Span;
use fastrace::future::FutureExt;
use fastrace::prelude::SpanContext;

use super::{Bind, Carry, Derive, Keep, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct Fastrace;

fn turn_span(shared: &Shared) -> Span {
    Span::root("turn", SpanContext::random()).with_property(|| ("tenant", shared.tenant.to_string()))
}

impl Peer for Fastrace {
    type Handed = Arc<Shared>;

    fn turn<O>(work: impl FnOnce(&Arc<Shared>) -> O) -> O {
        let shared = Arc::new(Shared::acme());
        let span = turn_span(&shared);
        let _local = span.set_local_parent();
        work(&shared)
    }

    #[inline]
    fn tenant<O>(handed: &Arc<Shared>, read: impl FnOnce(&TenantId) -> O) -> O {
        read(&handed.tenant)
    }
}

impl Bind for Fastrace {
    #[inline]
    fn bind<O>(_: &Arc<Shared>, work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        let span = Span::enter_with_local_parent("hop");
        move || {
            let _local = span.set_local_parent();
            work()
        }
    }
}

impl Carry for Fastrace {
    #[inline]
    fn carry<O>(
        _: &Arc<Shared>,
        work: impl Future<Output = O> + Send + 'static,
    ) -> impl Future<Output = O> + Send + 'static {
        work.in_span(Span::enter_with_local_parent("hop"))
    }

    fn turn_task<F: Future + Send>(
        work: impl FnOnce(Arc<Shared>) -> F + Send,
    ) -> impl Future<Output = F::Output> + Send {
        let shared = Arc::new(Shared::acme());
        let span = turn_span(&shared);
        async { work(shared).await }.in_span(span)
    }
}

impl Keep for Fastrace {
    type Kept = Arc<Span>;

    #[inline]
    fn keep(_: &Arc<Shared>) -> Arc<Span> {
        Arc::new(Span::enter_with_local_parent("hop"))
    }

    #[inline]
    fn call<O>(kept: &Arc<Span>, work: impl FnOnce() -> O) -> O {
        let _local = kept.set_local_parent();
        work()
    }

    #[inline]
    fn run<O>(kept: Arc<Span>, work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send {
        work.in_span(Span::enter_with_parent("call", &kept))
    }
}

impl Derive for Fastrace {
    fn derive<O>(handed: &Arc<Shared>, step: Step, work: impl FnOnce(&Arc<Shared>) -> O) -> O {
        let shared = Arc::new(handed.with_step(step));
        let properties = || [("request", step.request.to_string()), ("step", step.step.to_string())];
        let span = Span::enter_with_local_parent("step").with_properties(properties);
        let _local = span.set_local_parent();
        work(&shared)
    }

    fn request(handed: &Arc<Shared>) -> u64 {
        handed.step.map_or(0, |step| step.request + u64::from(step.step))
    }
}
