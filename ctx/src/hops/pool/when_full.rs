//! What becomes of a job when the queue is full.

/// What a [`Pool`](crate::Pool) does with a job when all its threads are busy and its queue is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenFull {
    /// Gives the work back in a [`Rejected`](crate::hops::Rejected). The default.
    #[default]
    Reject,
    /// Runs the job on the thread that submits it, inside the call and inside the job's own span. That slows down whoever
    /// submits too much. In [`submit_async`](crate::Pool::submit_async) the job then holds up the executor's thread.
    RunOnCaller,
    /// Waits until there is room: [`submit`](crate::Pool::submit) blocks its thread,
    /// [`submit_async`](crate::Pool::submit_async) its task only. First come, first served, over both.
    ///
    /// A job that submits to its own pool does not block, because it would hold up a thread that makes room: `submit` then
    /// runs the job there.
    Block,
    /// Drops the job that has waited longest, to make room. Its handle gives an error with
    /// [`is_displaced`](crate::hops::JobError::is_displaced), its context is released, and a line says so.
    DropOldest,
}
