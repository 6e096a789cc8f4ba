//! Closures for callbacks of other shapes than `bind`, `bind_mut` and `bind_fn` have.

use std::pin::Pin as PinBox;

use super::foreign::Carrier;
use super::kinds::BoundClosure;
use crate::context::Ctx;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// [`bind`](Self::bind) with an argument, for a callback that is called once with what it waited for. For several, ask for a
    /// tuple.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// type OnReply = Box<dyn FnOnce(u16, &'static str) -> String + Send>;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let request = "orders".to_owned();
    /// let done = turn.bind_once(move |ctx, (status, body)| format!("{request} of {}: {status} {body}", ctx.tenant()));
    /// let on_reply: OnReply = Box::new(|status, body| done((status, body)));
    /// assert_eq!(on_reply(200, "none"), "orders of acme: 200 none");
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn bind_once<A, O, F: FnOnce(&Self, A) -> O>(&self, work: F) -> impl FnOnce(A) -> O + use<A, O, F, T, P, L> {
        let hop = self.hop::<BoundClosure>();
        move |argument| {
            // As in `Hop::run`.
            let work = work;
            hop.call(|ctx| work(ctx, argument))
        }
    }

    /// [`bind_mut`](Self::bind_mut) for something that lends its argument for the length of the call.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let mut longest = 0;
    /// let mut on_line: Box<dyn FnMut(&str) -> usize + Send> = Box::new(turn.bind_mut_ref(move |_ctx, line: &str| {
    ///     longest = longest.max(line.len());
    ///     longest
    /// }));
    /// assert_eq!(on_line(&"a line ".repeat(2)), 14);
    /// assert_eq!(on_line("short"), 14);
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn bind_mut_ref<A: ?Sized, O, F: FnMut(&Self, &A) -> O>(
        &self,
        mut work: F,
    ) -> impl FnMut(&A) -> O + use<A, O, F, T, P, L> {
        let hop = self.hop::<BoundClosure>();
        move |argument: &A| {
            // As in `Hop::run`.
            let work = &mut work;
            hop.call(|ctx| work(ctx, argument))
        }
    }

    /// [`bind_fn`](Self::bind_fn) for something that lends its argument for the length of the call.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// type IsMine = Box<dyn Fn(&String) -> bool + Send + Sync>;
    ///
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let is_mine: IsMine = Box::new(turn.bind_fn_ref(|ctx, key: &String| key.starts_with(ctx.tenant().0)));
    /// let mut keys = vec!["acme/1".to_owned(), "globex/1".to_owned()];
    /// keys.retain(is_mine);
    /// assert_eq!(keys, ["acme/1"]);
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[track_caller]
    pub fn bind_fn_ref<A: ?Sized, O, F: Fn(&Self, &A) -> O>(
        &self,
        work: F,
    ) -> impl Fn(&A) -> O + use<A, O, F, T, P, L> {
        let hop = self.hop::<BoundClosure>();
        move |argument: &A| {
            // As in `Hop::run`.
            let work = &work;
            hop.call(|ctx| work(ctx, argument))
        }
    }

    /// [`carry_each`](Self::carry_each) for futures that stay on their thread.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::cell::Cell;
    /// # use std::rc::Rc;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), ctx::Error> {
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    /// let total = Rc::new(Cell::new(0));
    /// let sum = Rc::clone(&total);
    /// let add = turn.carry_each_local(async move |_ctx, n: u32| sum.set(sum.get() + n));
    /// add(3).await;
    /// add(4).await;
    /// assert_eq!(total.get(), 7);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn carry_each_local<A, O, F>(
        &self,
        work: F,
    ) -> impl Fn(A) -> PinBox<Box<dyn Future<Output = O>>> + Clone + use<A, O, F, T, P, L>
    where
        F: AsyncFnOnce(&Self, A) -> O + Clone + 'static,
        A: 'static,
        O: 'static,
    {
        let carrier = Carrier { hop: self.hop(), work };
        move |argument| {
            let Carrier { hop, work } = carrier.clone();
            Box::pin(async move {
                // As in `Hop::run`.
                let (begin, argument) = (work, argument);
                hop.observe(|ctx| begin(ctx, argument)).await
            })
        }
    }
}
