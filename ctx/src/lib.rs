//! The context of a request as an argument, not as a thread-local.
//!
//! A service that keeps "which tenant, which pinned version, which log fields" in a thread-local or task-local loses it
//! wherever work goes to another task, thread, pool, timer or stream, or finds there what the last job left behind. This
//! crate makes it a value, [`Ctx`], that is only ever borrowed, so that the compiler refuses what would lose or mix it, and
//! gives every such [hop](hops) a form that brings it along.
#![doc = include_str!("../DESIGN.md")]
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `tokio` | yes | hops on tokio: tasks, blocking work, sets of tasks, timers; `until_done` and `Gate::drain` |
//! | `tracing` | yes | a span per turn, entered at every poll of every hop; `ctx::info!` and its siblings |
//! | `subscriber` | | `ctx::logs`: a layer that writes each record on one line, with every field of its context once |
//! | `tokio-util` | | `ctx.on(&tracker)`, `ctx.on(&pool)`: tokio-util's `TaskTracker` and `LocalPoolHandle` |
//! | `futures-task` | | `ctx.on(FuturesSpawn(..))`, and executors of a ctx as `futures::task::Spawn` and `LocalSpawn` |
//! | `hyper` | | executors of a ctx as `hyper::rt::Executor`, for the tasks of an HTTP/2 connection |
//! | `cron` | | `ctx.cron(Platform("nightly"), "0 3 * * *", ..)`: timers by the calendar, in UTC |
//! | `http` | | `turn.attach_to(&mut request)`, `Turn::of(&request)`, and where a tenant is known from: `ctx::requests` |
//! | `tower` | | `ctx::tower`: a layer that admits a turn for each request and keeps it until the response has been read |
//! | `axum` | | `ctx::axum`: a `Turn` is an extractor. With `tower`, whose layer admits it |
//! | `actix` | | `ctx::actix`: middleware that admits a turn for each request, and a `Turn` as an extractor |
//! | `reqwest` | | `ctx::reqwest`: a client that sends trace and tenant on |
//! | `tonic` | | `Turn::of(&request)` of a `tonic::Request`. With `tower`, whose layers are for its servers and channels |
//! | `pool` | | `ctx::Pool`: threads for blocking or computing work, with a queue that may have a bound; needs no runtime |
//! | `rayon` | | `ctx.rayon().spawn(..)` and its siblings on rayon's threads; `par_iter`, `scope` and `join` borrow without it |
//! | `bridge` | | `ctx::bridge`: puts a context into old thread-locals and task-locals around every poll; only while code is migrated |
//! | `testing` | | `ctx::testing`: turns from nothing, with a captured log. For `[dev-dependencies]` only |
#![cfg_attr(
    feature = "bridge",
    expect(clippy::disallowed_macros, reason = "the bridge knows on each thread which context it has installed there")
)]
#![expect(clippy::test_attr_in_doctest, reason = "the example of `#[with_ctx(test)]` shows where it stands in a test")]

#[cfg(any(feature = "tower", feature = "reqwest"))]
mod adapters;
#[cfg(feature = "bridge")]
pub mod bridge;
mod cancel;
mod clock;
mod context;
mod error;
mod escaped;
#[cfg(feature = "tracing")]
mod events;
#[doc(hidden)]
pub mod for_macros;
mod gate;
mod generic_context;
pub mod hops;
mod installing;
mod log_fields;
#[cfg(feature = "subscriber")]
pub mod logs;
mod per_tenant;
mod pin;
#[cfg(feature = "http")]
pub mod requests;
mod root;
mod scoped;
mod spans;
mod stamped;
mod tenant;
mod tenant_key;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "http")]
mod trace_context;
mod turn;

#[cfg(feature = "actix")]
pub use crate::adapters::actix;
#[cfg(feature = "axum")]
pub use crate::adapters::axum;
#[cfg(feature = "reqwest")]
pub use crate::adapters::reqwest;
#[cfg(feature = "tower")]
pub use crate::adapters::tower;
pub use crate::context::Ctx;
pub use crate::error::Error;
pub use crate::gate::{Admission, DrainReport, Gate, StillRunning};
pub use crate::generic_context::Context;
#[cfg(feature = "tokio")]
pub use crate::hops::{Attached, Batcher, Detached, JoinSet, Platform, SingleFlight, Ticks};
pub use crate::hops::{Batch, NamedTask, Out};
#[cfg(feature = "pool")]
pub use crate::hops::{Pool, WhenFull};
pub use crate::log_fields::LogFields;
pub use crate::per_tenant::PerTenant;
pub use crate::pin::Pin;
pub use crate::scoped::Scoped;
pub use crate::stamped::Stamped;
pub use crate::tenant::{NoTenant, Tenant, TenantSlot};
pub use crate::tenant_key::TenantKey;
pub use crate::turn::{CancelOnDrop, Canceller, Turn};
/// # Example
///
/// ```
/// # use std::fmt;
/// #[derive(Clone, ctx::LogFields)]
/// struct TurnFields {
///     request_id: u64,
///     /// Shown when there is one.
///     user: Option<String>,
///     #[log(debug)]
///     route: (&'static str, u16),
///     #[log(redact)]
///     session: String,
///     #[log(skip)]
///     retries: u8,
/// }
///
/// use ctx::LogFields as _;
/// assert_eq!(TurnFields::NAMES, ["request_id", "user", "route", "session"]);
///
/// let fields =
///     TurnFields { request_id: 7, user: None, route: ("/chat", 2), session: "s-secret".into(), retries: 0 };
/// let mut shown = Vec::new();
/// fields.visit(&mut |name, value| shown.push(format!("{name}={value}")));
/// assert_eq!(shown, ["request_id=7", r#"route=("/chat", 2)"#, "session=[redacted]"]);
/// ```
pub use explicit_ctx_macros::LogFields;
/// # Example
///
/// ```
/// # use std::fmt;
/// # #[derive(Clone)] pub struct TenantId(&'static str);
/// # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.0) } }
/// # impl ctx::Tenant for TenantId {}
/// use ctx::with_ctx;
///
/// pub type Ctx = ctx::Ctx<TenantId>;
///
/// struct Store {
///     prefix: String,
/// }
///
/// impl Store {
///     #[with_ctx]
///     async fn key(&self, name: &str) -> String {
///         format!("{}/{}/{name}", self.prefix, ctx.tenant())
///     }
/// }
///
/// /// What was elided from `text` still is: the result does not borrow from `ctx`.
/// #[with_ctx]
/// fn first_word(text: &str) -> &str {
///     text.split(' ').next().unwrap_or(text)
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let gate = ctx::Gate::new();
/// let turn = gate.admit(TenantId("acme"), (), ()).unwrap();
/// let store = Store { prefix: "v1".into() };
/// assert_eq!(store.key(&turn, "orders").await, "v1/acme/orders");
/// assert_eq!(first_word(&turn, "hello there"), "hello");
/// # }
/// ```
///
/// # Example: a whole block
///
/// ```
/// # pub type Ctx = ctx::Ctx<ctx::NoTenant>;
/// use ctx::with_ctx;
///
/// struct Prices(u64);
///
/// #[with_ctx]
/// impl Prices {
///     #[with_ctx(skip)]
///     const fn new(price: u64) -> Self {
///         Self(price)
///     }
///
///     fn of(&self, count: u64) -> u64 {
///         self.total(ctx, count)
///     }
///
///     fn total(&self, count: u64) -> u64 {
///         ctx::info!(ctx, count, "summed");
///         self.0 * count
///     }
/// }
///
/// # fn main() {
/// let turn = ctx::Gate::new().platform("example", ()).unwrap();
/// assert_eq!(Prices::new(5).of(&turn, 3), 15);
/// # }
/// ```
///
/// # Example: an entry
///
/// A handler or a consumer is given a turn, which it owns. In a web service `Turn` is a type of the application's that the framework
/// can extract.
///
/// ```
/// pub type Ctx = ctx::Ctx<ctx::NoTenant>;
/// pub type Turn = ctx::Turn<ctx::NoTenant>;
///
/// #[ctx::with_ctx(entry)]
/// async fn consume(message: String) -> usize {
///     ctx.until_done(async { message.len() }).await.unwrap_or(0)
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let turn: Turn = ctx::Gate::new().platform("consumer", ()).unwrap();
/// assert_eq!(consume(turn, "hello".into()).await, 5);
/// # }
/// ```
///
/// # Example: tests
///
/// ```
/// # fn main() {}
/// # pub type Ctx = ctx::Ctx<ctx::NoTenant>;
/// # #[ctx::with_ctx] fn price(count: u64) -> u64 { count * 5 }
/// #[cfg(test)]
/// pub fn test_turn() -> ctx::testing::TestTurn<ctx::NoTenant, (), ()> {
///     ctx::testing::platform("test", ())
/// }
///
/// #[ctx::with_ctx(test)]
/// #[test]
/// fn three_cost_fifteen() {
///     assert_eq!(price(ctx, 3), 15);
/// }
/// ```
pub use explicit_ctx_macros::with_ctx;
