//! Work under a context: inside its span at every poll or call, and with its panics reported.
//!
//! A panic is reported where it is caught first and passes on unchanged. Hops nest (a bound closure may run inside a task),
//! and one panic then passes several of them; only the first reports it. A hop notes how many panics its gate had reported
//! before it began: if that number changed meanwhile, and the last reported payload is the one at hand, then a hop further
//! in reported it. The payload is recognised by its address, which is good only while it is alive: hence the number.

use std::any::Any;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::task::{self, Poll};

use pin_project_lite::pin_project;

use crate::context::Ctx;

impl<T, P, L> Ctx<T, P, L> {
    /// `work` inside the span of this context at every poll, its panics reported as of `hop` started at `site`.
    #[inline]
    pub(crate) fn observe<F: Future>(
        &self,
        hop: &'static str,
        site: &'static Location<'static>,
        work: F,
    ) -> Observed<'_, T, P, L, F> {
        Observed { ctx: self, hop, site, work: Some(work) }
    }

    /// Calls `work` inside the span of this context, its panics reported as of `hop` started at `site`.
    #[inline]
    pub(crate) fn observe_sync<O>(
        &self,
        hop: &'static str,
        site: &'static Location<'static>,
        work: impl FnOnce(&Self) -> O,
    ) -> O {
        self.own_span().within(|| self.reporting(hop, site, || work(self)))
    }

    #[inline]
    fn reporting<O>(&self, hop: &'static str, site: &'static Location<'static>, work: impl FnOnce() -> O) -> O {
        let reported_before = self.root().gate.panics.load(Ordering::Acquire);
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => done,
            Err(payload) => {
                self.report(hop, site, &*payload, reported_before);
                resume_unwind(payload)
            }
        }
    }

    #[cold]
    fn report(
        &self,
        hop: &'static str,
        site: &'static Location<'static>,
        payload: &(dyn Any + Send),
        reported_before: u64,
    ) {
        let gate = &self.root().gate;
        let address = std::ptr::from_ref(payload).addr();
        if gate.panics.load(Ordering::Acquire) != reported_before && gate.last_panic.load(Ordering::Acquire) == address
        {
            return;
        }
        gate.last_panic.store(address, Ordering::Release);
        gate.panics.fetch_add(1, Ordering::AcqRel);
        let message = if let Some(text) = payload.downcast_ref::<&str>() {
            text
        } else if let Some(text) = payload.downcast_ref::<String>() {
            text
        } else {
            "(the panic has no message)"
        };
        #[cfg(feature = "tracing")]
        tracing::error!(
            target: "ctx::panic",
            parent: self.span(),
            panic = crate::for_macros::event_display(message),
            hop,
            spawned_at = %site,
            "a hop panicked"
        );
        #[cfg(not(feature = "tracing"))]
        eprintln!(
            "a hop panicked: {} (kind `{}`, {hop} spawned at {site})",
            crate::escaped::Escaped(message),
            self.kind()
        );
    }
}

pin_project! {
    /// A future under a context. Made by `Ctx::observe`.
    pub(crate) struct Observed<'c, T, P, L, F> {
        ctx: &'c Ctx<T, P, L>,
        hop: &'static str,
        site: &'static Location<'static>,
        // An option, so that what the work holds can be dropped inside the span too.
        #[pin]
        work: Option<F>,
    }

    impl<T, P, L, F> PinnedDrop for Observed<'_, T, P, L, F> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            this.ctx.own_span().within(|| this.work.set(None));
        }
    }
}

impl<T, P, L, F: Future> Future for Observed<'_, T, P, L, F> {
    type Output = F::Output;

    #[inline]
    fn poll(self: std::pin::Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<F::Output> {
        let mut this = self.project();
        let ctx = *this.ctx;
        ctx.own_span().within(|| {
            let poll = ctx.reporting(this.hop, this.site, || match this.work.as_mut().as_pin_mut() {
                Some(work) => work.poll(cx),
                None => panic!("polled after it had ended"),
            });
            if poll.is_ready() {
                this.work.set(None);
            }
            poll
        })
    }
}
