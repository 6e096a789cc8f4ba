//! What an executor can be asked for by [`Ctx::on`](crate::Ctx::on). One trait per shape of work, each with one method, to be implemented for
//! an executor that this crate does not know.

/// Says that the work brings its context along. Only `ctx.on(..)` has one, so the methods of these traits are no raw forms.
///
/// ```compile_fail,E0423
/// use ctx::hops::{SpawnOn, WithCtx};
///
/// fn raw(runtime: &tokio::runtime::Handle) {
///     runtime.start(async { /* for whom? */ }, WithCtx(()));
/// }
/// ```
#[derive(Debug)]
pub struct WithCtx(());

impl WithCtx {
    pub(super) fn brought() -> Self {
        Self(())
    }
}

/// An executor of tasks that may run on another thread: [`ctx.on(executor).spawn(..)`](super::On::spawn).
///
/// Dropping the handle has to let the task run on; where the executor's own handle would cancel it, let go of it, or give it
/// out under a name that says so.
///
/// # Example
///
/// An executor of the application's own, which numbers what it starts:
///
/// ```
/// # use std::sync::atomic::{AtomicU64, Ordering};
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use ctx::hops::{SpawnOn, WithCtx};
/// use tokio::task::JoinHandle;
///
/// #[derive(Default)]
/// struct Numbered(AtomicU64);
///
/// impl<O: Send + 'static> SpawnOn<O> for Numbered {
///     type Handle = (u64, JoinHandle<O>);
///
///     fn start<W: Future<Output = O> + Send + 'static>(&self, work: W, _: WithCtx) -> Self::Handle {
///         (self.0.fetch_add(1, Ordering::Relaxed), tokio::spawn(work))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme"), (), ())?;
/// let executor = Numbered::default();
/// let (_, first) = turn.on(&executor).spawn(async move |ctx| ctx.tenant().0.len());
/// let (number, second) = turn.on(&executor).spawn(async move |ctx| ctx.tenant().to_string());
/// assert_eq!((first.await?, number, second.await?), (4, 1, "acme".to_owned()));
/// # Ok(()) }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as an executor of tasks",
    label = "tasks of a context cannot be started on this",
    note = "implement `ctx::hops::SpawnOn` for a type of yours, or give the executor `ctx.carry(async move |ctx| ..)`"
)]
pub trait SpawnOn<O> {
    /// What starting gives.
    type Handle;

    /// Starts the task.
    #[track_caller]
    fn start<W>(&self, work: W, with: WithCtx) -> Self::Handle
    where
        W: Future<Output = O> + Send + 'static;
}

/// An executor of tasks that stay on this thread: [`ctx.on(executor).spawn_local(..)`](super::On::spawn_local). Dropping the
/// handle has to let the task run on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as an executor of tasks that stay on one thread",
    label = "tasks of a context that are not `Send` cannot be started on this",
    note = "implement `ctx::hops::SpawnLocalOn` for a type of yours, or give the executor `ctx.carry(async move |ctx| ..)`"
)]
pub trait SpawnLocalOn<O> {
    /// What starting gives.
    type Handle;

    /// Starts the task.
    #[track_caller]
    fn start_local<W>(&self, work: W, with: WithCtx) -> Self::Handle
    where
        W: Future<Output = O> + 'static;
}

/// An executor that takes a closure to one of its threads, and keeps the task that it gives there:
/// [`ctx.on(executor).spawn_pinned(..)`](super::On::spawn_pinned). Dropping the handle has to let the task run on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as an executor that begins tasks on a thread of its own",
    label = "tasks of a context cannot be begun there",
    note = "implement `ctx::hops::SpawnPinnedOn` for a type of yours, or give it `ctx.bind(..)` or `ctx.carry(..)`"
)]
pub trait SpawnPinnedOn<O> {
    /// What starting gives.
    type Handle;

    /// Starts the task that `begin` gives.
    #[track_caller]
    fn start_pinned<B, W>(&self, begin: B, with: WithCtx) -> Self::Handle
    where
        B: FnOnce() -> W + Send + 'static,
        W: Future<Output = O> + 'static;
}

/// An executor of closures that may block: [`ctx.on(executor).spawn_blocking(..)`](super::On::spawn_blocking).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as an executor of closures that may block",
    label = "blocking work of a context cannot be started on this",
    note = "implement `ctx::hops::SpawnBlockingOn` for a type of yours, or give the executor `ctx.bind(move |ctx| ..)`"
)]
pub trait SpawnBlockingOn<O> {
    /// What starting gives.
    type Handle;

    /// Starts the closure.
    #[track_caller]
    fn start_blocking<W>(&self, work: W, with: WithCtx) -> Self::Handle
    where
        W: FnOnce() -> O + Send + 'static;
}

impl<O, E: SpawnOn<O> + ?Sized> SpawnOn<O> for &E {
    type Handle = E::Handle;

    fn start<W: Future<Output = O> + Send + 'static>(&self, work: W, with: WithCtx) -> E::Handle {
        (**self).start(work, with)
    }
}

impl<O, E: SpawnLocalOn<O> + ?Sized> SpawnLocalOn<O> for &E {
    type Handle = E::Handle;

    fn start_local<W: Future<Output = O> + 'static>(&self, work: W, with: WithCtx) -> E::Handle {
        (**self).start_local(work, with)
    }
}

impl<O, E: SpawnPinnedOn<O> + ?Sized> SpawnPinnedOn<O> for &E {
    type Handle = E::Handle;

    fn start_pinned<B, W>(&self, begin: B, with: WithCtx) -> E::Handle
    where
        B: FnOnce() -> W + Send + 'static,
        W: Future<Output = O> + 'static,
    {
        (**self).start_pinned(begin, with)
    }
}

impl<O, E: SpawnBlockingOn<O> + ?Sized> SpawnBlockingOn<O> for &E {
    type Handle = E::Handle;

    fn start_blocking<W: FnOnce() -> O + Send + 'static>(&self, work: W, with: WithCtx) -> E::Handle {
        (**self).start_blocking(work, with)
    }
}
