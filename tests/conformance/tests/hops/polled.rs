//! What code sees that takes no context and is polled under one: the current span, and what somebody told it.

use std::sync::Arc;

use ctx::{Ctx, LogFields, Pin, Stamped, TenantSlot};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use crate::job::{Inside, Job, Seen, current_span};
use crate::table::Executor;
use crate::worker::On;

/// For a hop that gives its work no context. What it logs shows the span in which it is polled, and nothing else.
pub(crate) struct Polled<T, P, L> {
    submitter: Seen,
    /// To submit further work, and to ask whether to stop.
    message: Arc<Stamped<(), T, P, L>>,
}

impl<T: TenantSlot, P: Pin, L: LogFields> Polled<T, P, L> {
    #[track_caller]
    pub(crate) fn of(ctx: &Ctx<T, P, L>) -> Self {
        Self { submitter: ctx.seen(), message: Arc::new(ctx.stamp(())) }
    }
}

impl<T, P, L> Clone for Polled<T, P, L> {
    fn clone(&self) -> Self {
        Self { submitter: self.submitter.clone(), message: Arc::clone(&self.message) }
    }
}

impl<T: TenantSlot, P: Pin, L: LogFields> Inside for Polled<T, P, L> {
    fn seen(&self) -> Seen {
        Seen {
            cancelled: self.message.check().is_err(),
            current: current_span(),
            thread: std::thread::current().id(),
            old: support::old::Old::here(),
            ..self.submitter.clone()
        }
    }

    fn log(&self, text: &str) {
        tracing::info!("{text}");
    }

    fn nested(&self, executor: Executor, on: &On, job: Job) -> Seen {
        self.message.inspect(|ctx, ()| ctx.nested(executor, on, job))
    }

    fn until_told(&self) -> BoxFuture<'_, ctx::Error> {
        async move {
            loop {
                match self.message.check() {
                    Ok(()) => tokio::task::yield_now().await,
                    Err(told) => return told,
                }
            }
        }
        .boxed()
    }

    fn check(&self) -> Result<(), ctx::Error> {
        self.message.check()
    }
}
