//! `tracing`: the span of the turn around each hop. Its fields are for log lines, the work cannot read them, so that the
//! value goes beside it by hand.

use std::sync::Arc;

use tracing::{Instrument, Span};

use super::{Bind, Carry, Derive, Keep, Peer};
use crate::carried::{Shared, Step, TenantId};

pub(crate) struct Tracing;

fn turn_span(shared: &Shared) -> Span {
    tracing::error_span!("turn", tenant = %shared.tenant)
}

impl Peer for Tracing {
    type Handed = Arc<Shared>;

    fn turn<O>(work: impl FnOnce(&Arc<Shared>) -> O) -> O {
        let shared = Arc::new(Shared::acme());
        turn_span(&shared).in_scope(|| work(&shared))
    }

    #[inline]
    fn tenant<O>(handed: &Arc<Shared>, read: impl FnOnce(&TenantId) -> O) -> O {
        read(&handed.tenant)
    }
}

impl Bind for Tracing {
    #[inline]
    fn bind<O>(_: &Arc<Shared>, work: impl FnOnce() -> O + Send + 'static) -> impl FnOnce() -> O + Send + 'static {
        let span = Span::current();
        move || span.in_scope(work)
    }
}

impl Carry for Tracing {
    #[inline]
    fn carry<O>(
        _: &Arc<Shared>,
        work: impl Future<Output = O> + Send + 'static,
    ) -> impl Future<Output = O> + Send + 'static {
        work.in_current_span()
    }

    fn turn_task<F: Future + Send>(
        work: impl FnOnce(Arc<Shared>) -> F + Send,
    ) -> impl Future<Output = F::Output> + Send {
        let shared = Arc::new(Shared::acme());
        let span = turn_span(&shared);
        async { work(shared).await }.instrument(span)
    }
}

impl Keep for Tracing {
    type Kept = Span;

    #[inline]
    fn keep(_: &Arc<Shared>) -> Span {
        Span::current()
    }

    #[inline]
    fn call<O>(kept: &Span, work: impl FnOnce() -> O) -> O {
        kept.in_scope(work)
    }

    #[inline]
    fn run<O>(kept: Span, work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send {
        work.instrument(kept)
    }
}

impl Derive for Tracing {
    fn derive<O>(handed: &Arc<Shared>, step: Step, work: impl FnOnce(&Arc<Shared>) -> O) -> O {
        let shared = Arc::new(handed.with_step(step));
        let span = tracing::error_span!("turn", tenant = %shared.tenant, request = step.request, step = step.step);
        span.in_scope(|| work(&shared))
    }

    fn request(handed: &Arc<Shared>) -> u64 {
        handed.step.map_or(0, |step| step.request + u64::from(step.step))
    }
}
