//! The bounds on an async closure that must be `Send`.
//!
//! `AsyncFnOnce(&Ctx) -> O` alone lets a closure go un-annotated but cannot ask that its future is `Send`. These traits
//! name the future, so that it can. Both bounds together give both: the first drives inference, the second demands `Send`.

/// Work that can run as a task: an async closure or function of a context, whose future is `Send`. Not to be implemented by
/// hand: every `async move |ctx| ..` with a `Send` future is one.
///
/// A function that passes work on to [`Ctx::spawn`](crate::Ctx::spawn) asks for the same two bounds:
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use ctx::hops::TaskFn;
///
/// type Ctx = ctx::Ctx<TenantId>;
///
/// fn in_background<W>(ctx: &Ctx, work: W)
/// where
///     W: AsyncFnOnce(&Ctx) + for<'a> TaskFn<'a, Ctx, ()> + Send + 'static,
/// {
///     ctx.detach("background").spawn(work);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "this cannot run as a task of a context",
    label = "expected `async move |ctx| ..` with a future that is `Send`",
    note = "what is held over an `.await` must be `Send`; `ctx.spawn_local(..)` takes work that is not"
)]
pub trait TaskFn<'a, C: 'a, O>: Sized {
    /// What the closure returns.
    type Future: Future<Output = O> + Send + 'a;

    /// Begins the work.
    fn begin(self, ctx: &'a C) -> Self::Future;
}

impl<'a, C: 'a, O, F, Fut> TaskFn<'a, C, O> for F
where
    F: FnOnce(&'a C) -> Fut,
    Fut: Future<Output = O> + Send + 'a,
{
    type Future = Fut;

    #[inline]
    fn begin(self, ctx: &'a C) -> Fut {
        self(ctx)
    }
}

/// Work that runs once per argument: an async closure or function of a context and an argument, whose future is `Send`. Not
/// to be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "this cannot run as repeated work of a context",
    label = "expected `async move |ctx, argument| ..` with a future that is `Send`",
    note = "what is held over an `.await` must be `Send`"
)]
pub trait EachFn<'a, C: 'a, A, O>: Sized {
    /// What the closure returns.
    type Future: Future<Output = O> + Send + 'a;

    /// Begins the work for one argument.
    fn begin(self, ctx: &'a C, argument: A) -> Self::Future;
}

impl<'a, C: 'a, A, O, F, Fut> EachFn<'a, C, A, O> for F
where
    F: FnOnce(&'a C, A) -> Fut,
    Fut: Future<Output = O> + Send + 'a,
{
    type Future = Fut;

    #[inline]
    fn begin(self, ctx: &'a C, argument: A) -> Fut {
        self(ctx, argument)
    }
}
