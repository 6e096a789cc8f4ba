//! Hops: every way for work to go to another task, thread, timer, stream or message, with its context.
//!
//! # The promises
//!
//! Each hop keeps all of these; each has a conformance test that runs for every hop to which it can apply (`tests/conformance`).
//!
//! 1. **Captured at submission.** The work runs under the context it was submitted with, whatever happens to the submitter
//!    between submission and run.
//! 2. **Exactly that context.** Tenant, pin, fields, deadline and cancellation are those of the submitting context, also
//!    on a worker that served another tenant just before.
//! 3. **The worker's state is put back** when the work ends: by success, error, panic, cancellation or drop. Here that is
//!    the current span; the context itself is an argument and leaves nothing behind.
//! 4. **Nested submission.** Work submitted by work has the inner work's context.
//! 5. **A worker that existed before** the turn serves it like a new one.
//! 6. **A worker with a state of its own**, such as a current span, finds it again, and the work does not see it.
//! 7. **Platform work shows no tenant**, also on a thread that just ran a tenant's.
//! 8. **Work that runs on the caller** (a pool that is full) leaves the caller's state as it was.
//! 9. **A panic is reported once**, with tenant, fields, and the line that submitted the work, and still reaches the handle.
//!
//! Work that never begins (a task aborted before its first poll, a bound closure that nobody calls) is dropped before its
//! context is, but where it is dropped: what it captured sees the span that is current there.
//!
//! A closure or message that brings its context along keeps the context it was made with: kept in a static, it serves whoever
//! calls it under the first one's. What lasts longer than a turn takes `ctx` at each call.
//!
//! # What to call
//!
//! | need | call |
//! |---|---|
//! | a task | [`ctx.spawn(async move \|ctx\| ..)`](crate::Ctx::spawn); named: [`ctx.task("audit").spawn(..)`](crate::Ctx::task) |
//! | blocking work, a `!Send` task, a set of tasks | [`ctx.spawn_blocking(\|ctx\| ..)`](crate::Ctx::spawn_blocking), [`ctx.spawn_local(..)`](crate::Ctx::spawn_local), [`ctx.join_set()`](crate::Ctx::join_set) |
//! | work that outlives the turn | [`ctx.detach("audit").spawn(..)`](crate::Ctx::detach) |
//! | a thread | [`ctx.thread("name", move \|ctx\| ..)`](crate::Ctx::thread); scoped: plain [`std::thread::scope`], which borrows `ctx` |
//! | a pool of threads: single, fixed, cached, with a bound (feature `pool`) | `pool.submit(ctx, \|ctx\| ..)` of a `ctx::Pool`, from async code `pool.submit_async(..)` |
//! | rayon (feature `rayon`) | `par_iter`, `join` and scopes borrow `ctx`, with [`ctx.in_span(..)`](crate::Ctx::in_span) for lines of code that takes none; else `ctx.rayon().spawn(\|ctx\| ..)`, `ctx.rayon_in(&pool).install(..)` |
//! | a timer | [`ctx.every(Attached, period, async \|ctx\| ..)`](crate::Ctx::every), [`ctx.after(Detached("purge"), delay, ..)`](crate::Ctx::after) |
//! | a timer whose first tick comes now, or that catches up with what it missed | [`ctx.timer(Attached, period).immediately().missed(..).run(..)`](crate::Ctx::timer) |
//! | a timer by the calendar (feature `cron`) | `ctx.cron(Platform("nightly"), "0 3 * * *", async \|ctx\| ..)` |
//! | a stream that outlives the function | [`ctx.stream(async move \|ctx, out\| ..)`](crate::Ctx::stream) |
//! | a stream or a sink that is there already | [`ctx.carry_stream(stream)`](crate::Ctx::carry_stream), [`ctx.carry_sink(sink)`](crate::Ctx::carry_sink) |
//! | a message | [`ctx.stamp(value)`](crate::Ctx::stamp); for several receivers, `Arc` around it and [`open_ref`](crate::Stamped::open_ref) |
//! | many messages at once | [`Batch::by_tenant(messages)`](crate::Batch::by_tenant), [`Batcher`] |
//! | work that several ask for at once | [`SingleFlight`] |
//! | state and cache entries of a tenant | [`PerTenant`](crate::PerTenant), [`ctx.key(key)`](crate::Ctx::key) |
//! | work on an executor that you name: a runtime that is not the current one, a tracker, a pool of local tasks, a `thread::Builder`, one of yours | [`ctx.on(&executor).spawn(async move \|ctx\| ..)`](crate::Ctx::on) |
//! | an executor for a library that starts tasks of its own: hyper's HTTP/2, a crate on `futures::task::Spawn` | `ctx.executor()`, `ctx.on(..).executor()`, of a platform ctx |
//! | a callback of another shape: called once with an argument, or with a borrowed one | [`ctx.bind_once(..)`](crate::Ctx::bind_once), [`ctx.bind_mut_ref(..)`](crate::Ctx::bind_mut_ref), [`ctx.bind_fn_ref(..)`](crate::Ctx::bind_fn_ref), [`ctx.carry_each_local(..)`](crate::Ctx::carry_each_local) |
//! | something that is not yours: an executor, a callback | [`ctx.carry(async move \|ctx\| ..)`](crate::Ctx::carry), [`ctx.carry_each(..)`](crate::Ctx::carry_each), [`ctx.bind(\|ctx\| ..)`](crate::Ctx::bind), [`ctx.bind_mut(\|ctx, arg\| ..)`](crate::Ctx::bind_mut) |
//! | concurrency that ends before the function does | nothing: `join!`, `select!`, `FuturesUnordered`, rayon's `par_iter` and scopes borrow `ctx` |
//!
//! # What the compiler says, and what it means
//!
//! | error | cause | cure |
//! |---|---|---|
//! | E0521, "`ctx` escapes the function body here" | a raw spawn, thread, static or callback got the borrow | the hop of the table above, whose closure gets a `ctx` of its own |
//! | E0521 inside a hop's closure | the outer `ctx` is used in it | name the closure's argument `ctx` too: `async move \|ctx\| ..` |
//! | E0373, E0597, "may outlive" | a `'static` closure or future borrows a `Turn` or a derived context | start it from there: `turn.spawn(..)`, `turn.thread(..)`, [`bind`](crate::Ctx::bind), [`carry`](crate::Ctx::carry) |
//! | E0505, E0515 | a borrow, or a derived context, would outlive its turn | return what was computed, or hand on the `Turn` itself |
//! | "lifetime may not live long enough" | a callback, future or stream that is returned or boxed holds the borrow, or a service does | `ctx.bind_fn(..)`, `ctx.bind_mut(..)`, `ctx.carry(..)`, `ctx.stream(..)`; for several messages at once `Batch::by_tenant(..)`; a service keeps no ctx: each of its methods takes `ctx: &Ctx` |
//! | E0106 | a struct holds the borrow | `struct Client<'a> { ctx: &'a Ctx }`, for no longer than the turn |
//! | E0507 | the context would be moved out of its borrow | pass `&Ctx` |
//! | E0382 | a `Turn`, a message or a bound closure is used up | `turn.spawn(..)` only borrows; a message is opened once; `ctx.bind_mut(..)` gives a closure for many calls |
//! | E0594 | a slot is written, or a `bind_fn` closure writes what it captured | slots never change, another tenant takes `gate.for_tenant(..)`; `ctx.bind_mut(..)` |
//! | E0277, "cannot be sent between threads safely"; E0599, no method `enter` | the task holds an `Rc`, a lock or an entered span over an await | drop it before the await; for a span `ctx.in_span_async(..)`; else [`ctx.spawn_local(..)`](crate::Ctx::spawn_local) |
//! | E0593, E0277, E0308, "is not a future", "is not general enough", "no two async blocks" | the closure is not of the right kind | `async move \|ctx\| ..`; for work that does not await `\|ctx\| ..` |
//! | E0599, E0277, "the trait `Clone` is not implemented" | a context has no copies, nor has what holds one | pass `&Ctx`, or start a hop; a message of its own for each: `ctx.stamp(..)` |
//! | E0599, E0277, "the trait `Default`", "the trait `From<", "Deserialize<", E0117, E0423, E0451, E0616, E0624, "private fields" | a context cannot be made, nor opened | `gate.admit(..)`, `gate.platform(..)`, `gate.for_tenant(..)`; from a context: `ctx.with_fields(..)`, `ctx.stamp(..)`, `ctx.join_set()`; from messages: `Batch::by_tenant(..)`; its slots: `ctx.tenant()`, `ctx.pin()`, `ctx.fields()` |
//! | E0050, E0061 | the context was left out; or a timer's `Ticks` is written or called by hand | pass `ctx` first; `ctx.every(Attached, ..)`, `Detached(..)` or `Platform(..)` |
//! | E0423, E0425, about the value `ctx` | the function has none | its first parameter: `ctx: &Ctx` |
//! | E0308, E0271, E0631 | the context of something else: of platform work, with other fields, or none | for one tenant `gate.for_tenant(&platform, ..)`, for none `gate.platform(..)`, in a message `ctx.stamp(..)`, of several messages `Batch::by_tenant(..)`, in a key `ctx.key(..)`; what needs only some slots takes `ctx: &impl ctx::Context<Tenant = ..>` |

#[cfg(feature = "tokio")]
mod batcher;
mod batches;
mod callbacks;
mod carried_streams;
mod entry;
mod foreign;
#[cfg(feature = "tokio")]
mod join_set;
pub(crate) mod kinds;
mod named;
mod observed;
mod on;
mod panics;
#[cfg(feature = "pool")]
mod pool;
#[cfg(feature = "rayon")]
mod rayon;
#[cfg(feature = "tokio")]
mod single_flight;
mod std_threads;
mod streams;
mod task_fn;
#[cfg(feature = "tokio")]
mod timers;
#[cfg(feature = "tokio")]
mod tokio_tasks;

#[cfg(feature = "rayon")]
pub use self::rayon::Rayon;
#[cfg(feature = "tokio")]
pub use batcher::{Batcher, BatcherBuilder, NotQueued};
pub use batches::Batch;
#[cfg(feature = "tokio")]
pub use join_set::JoinSet;
pub use named::NamedTask;
#[cfg(any(feature = "tower", feature = "bridge"))]
pub(crate) use observed::Hop;
#[cfg(feature = "tokio")]
pub use on::CurrentLocalSet;
#[cfg(feature = "futures-task")]
pub use on::FuturesSpawn;
#[cfg(any(feature = "futures-task", feature = "hyper"))]
pub use on::{Executor, LocalExecutor};
pub use on::{On, SpawnBlockingOn, SpawnLocalOn, SpawnOn, SpawnPinnedOn, WithCtx};
#[cfg(feature = "pool")]
pub use pool::{
    AfterPanic, JobError, JobHandle, Pool, PoolBuilder, PoolReport, Rejected, RunningJob, UnrunJob, WhenFull,
};
#[cfg(feature = "tokio")]
pub use single_flight::SingleFlight;
pub use streams::Out;
pub use task_fn::{EachFn, TaskFn};
#[cfg(feature = "cron")]
pub use timers::InvalidCron;
#[cfg(feature = "tokio")]
pub use timers::{Attached, Detached, Platform, Ticks, Timer};
