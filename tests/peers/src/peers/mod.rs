//! Who `ctx` is measured against: one file for each, which says how it takes a context over a hop.
//!
//! | peer | the value gets to the work | what its users write at a hop |
//! |---|---|---|
//! | `raw` | not at all | nothing |
//! | `by_hand` | as an argument | a clone of an `Arc` |
//! | `task_local` | through `tokio::task_local!` | read, clone, `scope` |
//! | `thread_local` | through `std::thread_local!` | read, clone, set, and a guard that puts back; not for futures |
//! | `inherited` | through `tokio-inherit-task-local` | `.inherit_task_local()` |
//! | `opentelemetry` | through its current context | `.with_context(Context::current())`, or `attach` |
//! | `tracing` | as an argument; its span, for log lines | a clone of an `Arc`, and `.in_current_span()` |
//! | `fastrace` | as an argument; its span, for traces | a clone of an `Arc`, and `.in_span(..)` |
//!
//! The last two are there because they are what is commonly put around a hop; their fields cannot be read by the work, so the
//! value goes beside them by hand. `inherited` is there because it is the published crate that promises the most of what `ctx`
//! does: a value of the user's own type, inherited over a spawn.

mod by_hand;
mod fastrace;
mod inherited;
mod opentelemetry;
mod raw;
mod task_local;
mod thread_local;
mod tracing;

pub(crate) use by_hand::ByHand;
pub(crate) use fastrace::Fastrace;
pub(crate) use inherited::Inherited;
pub(crate) use opentelemetry::OpenTelemetry;
pub(crate) use raw::Raw;
pub(crate) use task_local::TaskLocal;
pub(crate) use thread_local::ThreadLocal;
pub(crate) use tracing::Tracing;

use crate::carried::{Step, TenantId};

/// A way to have a context.
pub(crate) trait Peer: 'static {
    /// What work is handed: nothing where the value is ambient.
    type Handed: Clone + Send + Sync + 'static;

    /// A turn, as long as `work` runs.
    fn turn<O>(work: impl FnOnce(&Self::Handed) -> O) -> O;

    fn tenant<O>(handed: &Self::Handed, read: impl FnOnce(&TenantId) -> O) -> O;
}

/// A way to take it over a hop of a closure that is called once.
pub(crate) trait Bind: Peer {
    /// Called where the work is submitted.
    fn bind<O>(handed: &Self::Handed, work: impl FnOnce() -> O + Send + 'static)
    -> impl FnOnce() -> O + Send + 'static;
}

/// A way to take it over a hop of a future.
pub(crate) trait Carry: Peer {
    /// Called where the work is submitted.
    fn carry<O>(
        handed: &Self::Handed,
        work: impl Future<Output = O> + Send + 'static,
    ) -> impl Future<Output = O> + Send + 'static;

    /// A turn that is a task.
    fn turn_task<F: Future + Send>(
        work: impl FnOnce(Self::Handed) -> F + Send,
    ) -> impl Future<Output = F::Output> + Send;
}

/// A way to keep it for later, for work that is submitted once and runs several times, or somewhere else.
pub(crate) trait Keep: Carry {
    type Kept: Clone + Send + Sync + 'static;

    /// Called where the work is submitted.
    fn keep(handed: &Self::Handed) -> Self::Kept;

    fn call<O>(kept: &Self::Kept, work: impl FnOnce() -> O) -> O;

    fn run<O>(kept: Self::Kept, work: impl Future<Output = O> + Send) -> impl Future<Output = O> + Send;
}

/// A way to have more fields for a while.
pub(crate) trait Derive: Peer {
    fn derive<O>(handed: &Self::Handed, step: Step, work: impl FnOnce(&Self::Handed) -> O) -> O;

    fn request(handed: &Self::Handed) -> u64;
}
