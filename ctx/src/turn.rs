//! The owner of a root context.

use std::fmt;
use std::ops::Deref;

use tokio_util::sync::{CancellationToken, DropGuard};

use crate::context::Ctx;

/// One admitted unit of work: a request, a message, a job run. The owner of a root context.
///
/// Lends its context (`&turn` where a `&Ctx` is asked for). The turn is alive, and counted by its gate, as long as this or
/// anything that was started from it holds a context; dropping the `Turn` itself neither ends nor cancels what it started.
///
/// Not `Clone`: whoever starts a turn owns it. Only a request that the turn was attached to (feature `http`) hands out further
/// owners of the same turn, so that an extractor can give one to each that asks.
///
/// ```compile_fail
/// # #[derive(Clone)] struct TenantId; impl ctx::Tenant for TenantId {}
/// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("t") } }
/// let turn = ctx::Gate::new().admit(TenantId, (), ()).unwrap();
/// let second = turn.clone(); // a turn is not copied
/// ```
#[must_use = "a turn that nothing uses ends at once"]
pub struct Turn<T, P = (), L = ()>(Ctx<T, P, L>);

impl<T, P, L> Turn<T, P, L> {
    pub(crate) fn new(ctx: Ctx<T, P, L>) -> Self {
        Self(ctx)
    }

    /// Tells all attached work of this turn to stop. Detached work goes on.
    pub fn cancel(&self) {
        self.0.root().token().cancel();
    }

    /// A handle that can cancel the turn and nothing else, for a connection that closes or a stop button.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        Canceller(self.0.root().token().clone())
    }
}

impl<T, P, L> Deref for Turn<T, P, L> {
    type Target = Ctx<T, P, L>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T, P, L> fmt::Debug for Turn<T, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({:?}, ..)", self.kind())
    }
}

/// Cancels a turn. Made by [`Turn::canceller`]; holds no context and does not keep the turn alive.
#[derive(Clone)]
pub struct Canceller(CancellationToken);

impl Canceller {
    /// Tells all attached work of the turn to stop.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Cancels the turn when the result is dropped: hold it for as long as somebody waits for the answer, and
    /// [`disarm`](CancelOnDrop::disarm) it when the answer is there.
    ///
    /// # Example
    ///
    /// ```
    /// # #[derive(Clone)] struct TenantId(&'static str);
    /// # impl std::fmt::Display for TenantId { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.0) } }
    /// # impl ctx::Tenant for TenantId {}
    /// let gate = ctx::Gate::new();
    /// let turn = gate.admit(TenantId("acme"), (), ())?;
    ///
    /// let client = turn.canceller().on_drop();
    /// client.disarm(); // answered: what the turn left to do goes on
    /// assert!(!turn.is_cancelled());
    ///
    /// drop(turn.canceller().on_drop()); // the client has left
    /// assert!(turn.is_cancelled());
    /// # Ok::<(), ctx::Error>(())
    /// ```
    #[must_use = "dropped at once, it cancels at once"]
    pub fn on_drop(self) -> CancelOnDrop {
        CancelOnDrop(self.0.drop_guard())
    }
}

impl fmt::Debug for Canceller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Canceller(..)")
    }
}

/// Cancels a turn when it is dropped. Made by [`Canceller::on_drop`].
pub struct CancelOnDrop(DropGuard);

impl CancelOnDrop {
    /// Lets the turn go on.
    pub fn disarm(self) {
        self.0.disarm();
    }
}

impl fmt::Debug for CancelOnDrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CancelOnDrop(..)")
    }
}
