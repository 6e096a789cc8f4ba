//! Work for an executor or an API that is not ours: `'static` closures and futures that bring their context along.

use std::panic::Location;
use std::pin::Pin as PinBox;

use super::kinds::{BoundClosure, CarriedFuture, Kind, Message};
use super::observed::Hop;
use super::task_fn::EachFn;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::stamped::Stamped;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// A `'static` closure for something that calls it once.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let callback: Box<dyn FnOnce() -> usize + Send> = Box::new(turn.bind(|ctx| ctx.tenant().0.len()));
    /// assert_eq!(callback(), 4);
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn bind<O, F: FnOnce(&Self) -> O>(&self, work: F) -> impl FnOnce() -> O + use<O, F, T, P, L> {
        self.hop::<BoundClosure>().bound(work)
    }

    /// A `'static` closure for something that calls it any number of times, with an argument. For none, ask for `()`; for
    /// several, for a tuple.
    ///
    /// The context is the one of the registration, not of the call. Each call runs inside its span.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let mut seen = 0;
    /// let mut on_row = turn.bind_mut(move |ctx, row: u32| {
    ///     seen += 1;
    ///     format!("{}: row {row} is number {seen}", ctx.tenant())
    /// });
    /// assert_eq!(on_row(30), "acme: row 30 is number 1");
    /// assert_eq!(on_row(10), "acme: row 10 is number 2");
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn bind_mut<A, O, F: FnMut(&Self, A) -> O>(&self, mut work: F) -> impl FnMut(A) -> O + use<A, O, F, T, P, L> {
        let hop = self.hop::<BoundClosure>();
        move |argument| {
            // As in `Hop::run`.
            let work = &mut work;
            hop.call(|ctx| work(ctx, argument))
        }
    }

    /// [`bind_mut`](Self::bind_mut) for something that may call it from several places at once.
    #[track_caller]
    pub fn bind_fn<A, O, F: Fn(&Self, A) -> O>(&self, work: F) -> impl Fn(A) -> O + use<A, O, F, T, P, L> {
        let hop = self.hop::<BoundClosure>();
        move |argument| {
            // As in `Hop::run`.
            let work = &work;
            hop.call(|ctx| work(ctx, argument))
        }
    }

    /// A `'static` future for an executor that is not tokio's, or a field that wants one. `Send` when what it holds is.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::pin::Pin;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// type Job = Pin<Box<dyn Future<Output = usize> + Send>>;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let job: Job = Box::pin(turn.carry(async move |ctx| ctx.tenant().0.len()));
    /// assert_eq!(job.await, 4);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn carry<O, F: AsyncFnOnce(&Self) -> O>(&self, work: F) -> impl Future<Output = O> + use<O, F, T, P, L> {
        self.hop::<CarriedFuture>().run_local(work)
    }

    /// A `'static` closure of `'static` futures, for something that starts work again and again: a retry, a stream's `then`,
    /// an event handler.
    ///
    /// Each call runs a clone of `work`, so what it captures is cloned each time: keep what is large or shared in an `Arc`.
    /// Each call allocates once, for the future.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let table = Arc::new("orders".to_owned());
    /// let load = turn.carry_each(async move |ctx, id: u64| format!("{}: {table} {id}", ctx.tenant()));
    /// assert_eq!(load(7).await, "acme: orders 7");
    /// assert_eq!(load(8).await, "acme: orders 8");
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn carry_each<A, O, F>(
        &self,
        work: F,
    ) -> impl Fn(A) -> PinBox<Box<dyn Future<Output = O> + Send>> + Clone + use<A, O, F, T, P, L>
    where
        F: AsyncFnOnce(&Self, A) -> O + for<'a> EachFn<'a, Self, A, O> + Clone + Send + 'static,
        A: Send + 'static,
        O: 'static,
    {
        let carrier = Carrier { hop: self.hop(), work };
        move |argument| {
            let Carrier { hop, work } = carrier.clone();
            Box::pin(async move {
                // As in `Hop::run`.
                let (begin, argument) = (work, argument);
                hop.observe(|ctx| begin.begin(ctx, argument)).await
            })
        }
    }

    /// Stamps a value with this context, to be sent through a channel or a queue.
    #[track_caller]
    pub fn stamp<V>(&self, value: V) -> Stamped<V, T, P, L> {
        let site = Location::caller();
        self.note_hop(Message::NAME, site);
        Stamped::new(value, self.share(), site)
    }

    /// For the context of a message that was stamped at `site`, and noted then.
    pub(crate) fn opened(self, site: &'static Location<'static>) -> Hop<Message, T, P, L> {
        Hop::new(self, site)
    }
}

/// What a repeated carrier holds. Private, because a context that can be cloned must not get out.
pub(super) struct Carrier<F, T, P, L> {
    pub(super) hop: Hop<CarriedFuture, T, P, L>,
    pub(super) work: F,
}

impl<F: Clone, T, P, L> Clone for Carrier<F, T, P, L> {
    fn clone(&self) -> Self {
        Self { hop: self.hop.again(), work: self.work.clone() }
    }
}
