//! Work under a context: inside its span at every poll or call, and with its panics reported.
//!
//! A panic is reported where it is caught first and passes on unchanged; `panics` says how the hops around know.

use std::any::Any;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::task::{self, Poll};

use pin_project_lite::pin_project;

use super::kinds::Kind;
use super::panics;
use super::task_fn::TaskFn;
use crate::context::Ctx;
use crate::installing::Installed;

/// A context on its way to work, with the line that submitted the work. What runs the work holds it, and lends its context.
pub(crate) struct Hop<K, T, P, L> {
    ctx: Ctx<T, P, L>,
    site: &'static Location<'static>,
    kind: PhantomData<fn() -> K>,
}

impl<T, P, L> Ctx<T, P, L> {
    /// Shares this context with work that is submitted at the caller's line.
    #[inline]
    #[track_caller]
    pub(crate) fn hop<K: Kind>(&self) -> Hop<K, T, P, L> {
        self.share().into_hop()
    }

    /// [`hop`](Self::hop) for a context that is for this work alone.
    #[inline]
    #[track_caller]
    pub(crate) fn into_hop<K: Kind>(self) -> Hop<K, T, P, L> {
        let site = Location::caller();
        self.note_hop(K::NAME, site);
        Hop::new(self, site)
    }
}

impl<K: Kind, T, P, L> Hop<K, T, P, L> {
    pub(crate) fn new(ctx: Ctx<T, P, L>, site: &'static Location<'static>) -> Self {
        Self { ctx, site, kind: PhantomData }
    }

    pub(crate) fn ctx(&self) -> &Ctx<T, P, L> {
        &self.ctx
    }

    /// The same once more, for work that runs several times.
    pub(crate) fn again(&self) -> Self {
        Self::new(self.ctx.share(), self.site)
    }

    /// Work as a future of its own, `Send` when `F`'s is. A small one: on its way into a task it is copied several times.
    #[expect(clippy::manual_async_fn, reason = "an `async fn` would keep each argument twice")]
    #[inline]
    pub(crate) fn run<F, O>(self, work: F) -> impl Future<Output = O>
    where
        F: for<'a> TaskFn<'a, Ctx<T, P, L>, O>,
    {
        async move {
            // Named first, so dropped first when it never begins: what it captured goes before the context does.
            let begin = work;
            self.observe(|ctx| begin.begin(ctx)).await
        }
    }

    /// Work as a future of its own, which need not be `Send`.
    #[expect(clippy::manual_async_fn, reason = "an `async fn` would keep each argument twice")]
    #[inline]
    pub(crate) fn run_local<F, O>(self, work: F) -> impl Future<Output = O>
    where
        F: AsyncFnOnce(&Ctx<T, P, L>) -> O,
    {
        async move {
            let begin = work;
            self.observe(|ctx| begin(ctx)).await
        }
    }

    /// Work that `begin` gives, inside the span at every poll and when it is dropped, its panics reported. So is `begin`
    /// itself: a plain closure may do something before it gives its future.
    #[inline]
    pub(crate) fn observe<'h, F: Future>(
        &'h self,
        begin: impl FnOnce(&'h Ctx<T, P, L>) -> F,
    ) -> Observed<'h, K, T, P, L, F> {
        let mut installed = self.ctx.installed();
        let work = self.call_in(&mut installed, begin);
        Observed { running: Some(Running { hop: self, work }), installed }
    }

    /// Work as a closure of its own.
    #[inline]
    pub(crate) fn bound<O>(self, work: impl FnOnce(&Ctx<T, P, L>) -> O) -> impl FnOnce() -> O {
        move || {
            // As in `run`.
            let work = work;
            self.call(work)
        }
    }

    /// Calls `work` inside the span, its panics reported.
    #[inline]
    pub(crate) fn call<'h, O>(&'h self, work: impl FnOnce(&'h Ctx<T, P, L>) -> O) -> O {
        self.call_in(&mut self.ctx.installed(), work)
    }

    /// [`call`](Self::call) for work of several parts, which finds in old places what it left there.
    #[inline]
    pub(crate) fn call_in<'h, O>(&'h self, installed: &mut Installed, work: impl FnOnce(&'h Ctx<T, P, L>) -> O) -> O {
        let reported_before = panics::reported_until_now();
        let _entered = self.ctx.enter();
        self.reporting(installed, reported_before, || work(&self.ctx))
    }

    #[inline]
    fn reporting<O>(&self, installed: &mut Installed, reported_before: u64, work: impl FnOnce() -> O) -> O {
        installed.within(|| match catch_unwind(AssertUnwindSafe(work)) {
            Ok(done) => done,
            Err(payload) => self.report(payload, reported_before),
        })
    }

    #[cold]
    #[inline(never)]
    fn report(&self, payload: Box<dyn Any + Send>, reported_before: u64) -> ! {
        self.ctx.report_panic(K::NAME, self.site, &*payload, reported_before);
        resume_unwind(payload)
    }
}

impl<T, P, L> Ctx<T, P, L> {
    fn report_panic(
        &self,
        hop: &'static str,
        site: &'static Location<'static>,
        payload: &(dyn Any + Send),
        reported_before: u64,
    ) {
        let (address, message) = (panics::address(payload), panics::message(payload));
        if !panics::is_new(address, message, reported_before) {
            return;
        }
        #[cfg(feature = "tracing")]
        tracing::error!(
            target: "ctx::panic",
            parent: self.span_id(),
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
    /// A future under a context. Made by [`Hop::observe`].
    pub(crate) struct Observed<'h, K: Kind, T, P, L, F> {
        // An option, so that what the work holds can be dropped inside the span too.
        #[pin]
        running: Option<Running<'h, K, T, P, L, F>>,
        installed: Installed,
    }

    impl<K: Kind, T, P, L, F> PinnedDrop for Observed<'_, K, T, P, L, F> {
        fn drop(this: Pin<&mut Self>) {
            let this = this.project();
            if let Some(Running { hop, .. }) = &*this.running {
                drop_inside(hop, this.installed, this.running);
            }
        }
    }
}

pin_project! {
    // In one struct, so that the reference says whether the option is full.
    struct Running<'h, K, T, P, L, F> {
        hop: &'h Hop<K, T, P, L>,
        #[pin]
        work: F,
    }
}

/// Work that did not end: aborted, or panicked.
#[cold]
#[inline(never)]
fn drop_inside<K: Kind, T, P, L, W>(hop: &Hop<K, T, P, L>, installed: &mut Installed, mut work: Pin<&mut Option<W>>) {
    // What it holds may panic when it is dropped.
    hop.call_in(installed, |_| work.set(None));
}

impl<K: Kind, T, P, L, F: Future> Future for Observed<'_, K, T, P, L, F> {
    type Output = F::Output;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<F::Output> {
        let mut this = self.project();
        let Some(running) = this.running.as_mut().as_pin_mut() else { polled_again() };
        let running = running.project();
        let hop = *running.hop;
        let reported_before = panics::reported_until_now();
        // One way in and one way out for every poll: the work is then inlined here, not called.
        let _entered = hop.ctx.enter();
        let poll = hop.reporting(this.installed, reported_before, || running.work.poll(cx));
        if poll.is_ready() {
            // What it holds may panic when it is dropped.
            hop.reporting(this.installed, reported_before, || this.running.set(None));
        }
        poll
    }
}

#[cold]
#[inline(never)]
fn polled_again() -> ! {
    panic!("polled after it had ended")
}
