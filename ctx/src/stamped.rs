//! A message that carries its context.

use std::fmt;
use std::panic::Location;

use crate::context::Ctx;
use crate::error::Error;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

/// A value and the context it was sent under, for channels, queues and actors. Made by [`Ctx::stamp`].
///
/// A worker has no context of its own; it opens each message and handles it under the message's. The turn stays alive while
/// a message of it waits.
///
/// # Example
///
/// ```
/// # #[derive(Clone)] struct TenantId(&'static str);
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// type Ctx = ctx::Ctx<TenantId>;
/// type Job = ctx::Stamped<u32, TenantId>;
///
/// fn store(ctx: &Ctx, n: u32) -> String {
///     format!("{}: {n}", ctx.tenant())
/// }
///
/// let gate = ctx::Gate::new();
/// let (sender, receiver) = std::sync::mpsc::channel::<Job>();
/// sender.send(gate.admit(TenantId("acme"), (), ())?.stamp(1))?;
/// sender.send(gate.admit(TenantId("globex"), (), ())?.stamp(2))?;
/// drop(sender);
///
/// let rows: Vec<String> = receiver.iter().map(|job| job.open_sync(store)).collect();
/// assert_eq!(rows, ["acme: 1", "globex: 2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a message that is not opened is lost"]
pub struct Stamped<V, T, P = (), L = ()> {
    value: V,
    ctx: Ctx<T, P, L>,
    /// The line that stamped it, which is the one that submitted the work.
    site: &'static Location<'static>,
}

impl<V, T, P, L> Stamped<V, T, P, L> {
    pub(crate) fn new(value: V, ctx: Ctx<T, P, L>, site: &'static Location<'static>) -> Self {
        Self { value, ctx, site }
    }

    pub(crate) fn ctx(&self) -> &Ctx<T, P, L> {
        &self.ctx
    }

    pub(crate) fn into_parts(self) -> (V, Ctx<T, P, L>) {
        (self.value, self.ctx)
    }

    /// The value, to look at: for sorting or grouping messages before they are opened.
    #[must_use]
    pub fn peek(&self) -> &V {
        &self.value
    }

    /// The tenant. The context itself is lent together with its value only, so that a batch cannot be handled under the context
    /// of one of its messages: [`Batch::by_tenant`](crate::Batch::by_tenant) groups messages, and gives each group one of its
    /// own.
    #[must_use]
    pub fn tenant(&self) -> &T {
        self.ctx.tenant()
    }

    /// The pin.
    #[must_use]
    pub fn pin(&self) -> &P {
        self.ctx.pin()
    }

    /// Whether it is still wanted: see [`Ctx::check`].
    ///
    /// # Errors
    ///
    /// [`Error::is_cancelled`](crate::Error::is_cancelled) or
    /// [`Error::is_deadline_exceeded`](crate::Error::is_deadline_exceeded).
    pub fn check(&self) -> Result<(), Error> {
        self.ctx.check()
    }

    /// Changes the value and keeps the context.
    pub fn map<V2>(self, f: impl FnOnce(V) -> V2) -> Stamped<V2, T, P, L> {
        Stamped { value: f(self.value), ctx: self.ctx, site: self.site }
    }
}

impl<V, T: TenantSlot, P: Pin, L: LogFields> Stamped<V, T, P, L> {
    /// Looks at the value under its context, inside its span, and keeps the message. A panic is reported as by
    /// [`open`](Self::open).
    pub fn inspect<O>(&self, f: impl FnOnce(&Ctx<T, P, L>, &V) -> O) -> O {
        self.ctx.share().opened(self.site).call(|ctx| f(ctx, &self.value))
    }

    /// Handles the message under its context: `message.open(async |ctx, value| ..).await`. A panic is reported as one of
    /// this message's turn, with the line that stamped it, and goes on to the caller.
    pub fn open<O, F>(self, f: F) -> impl Future<Output = O> + use<O, F, V, T, P, L>
    where
        F: AsyncFnOnce(&Ctx<T, P, L>, V) -> O,
    {
        let Self { value, ctx, site } = self;
        let hop = ctx.opened(site);
        async move {
            // As in `Hop::run`.
            let (begin, value) = (f, value);
            hop.observe(|ctx| begin(ctx, value)).await
        }
    }

    /// [`open`](Self::open) for one of several that have the message: an `Arc<Stamped<V, ..>>` goes through a channel that clones
    /// what it delivers, and each receiver handles it under the one context it was sent with. The turn lives until the last of
    /// them has let go of it.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use tokio::sync::broadcast;
    ///
    /// type Changed = Arc<ctx::Stamped<u32, TenantId>>;
    ///
    /// let gate = ctx::Gate::new();
    /// let (changes, mut index) = broadcast::channel::<Changed>(8);
    /// let mut cache = changes.subscribe();
    /// changes.send(Arc::new(gate.admit(TenantId("acme"), (), ())?.stamp(7)))?;
    ///
    /// for receiver in [&mut index, &mut cache] {
    ///     let changed = receiver.recv().await?;
    ///     let line = changed.open_ref(async |ctx, id| format!("{}: {id} has changed", ctx.tenant())).await;
    ///     assert_eq!(line, "acme: 7 has changed");
    /// }
    /// # Ok(()) }
    /// ```
    pub fn open_ref<'s, O, F>(&'s self, f: F) -> impl Future<Output = O> + use<'s, O, F, V, T, P, L>
    where
        F: AsyncFnOnce(&Ctx<T, P, L>, &V) -> O,
    {
        let hop = self.ctx.share().opened(self.site);
        async move {
            let begin = f;
            hop.observe(|ctx| begin(ctx, &self.value)).await
        }
    }

    /// [`open`](Self::open) for a handler that does not await.
    pub fn open_sync<O>(self, f: impl FnOnce(&Ctx<T, P, L>, V) -> O) -> O {
        let Self { value, ctx, site } = self;
        ctx.opened(site).call(|ctx| f(ctx, value))
    }
}

/// Shows neither the value nor the tenant.
impl<V, T, P, L> fmt::Debug for Stamped<V, T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stamped({:?}, ..)", self.ctx.kind())
    }
}
