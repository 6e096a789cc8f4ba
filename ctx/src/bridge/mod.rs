//! Contexts for code that takes none, while it is migrated: feature `bridge`.
//!
//! Old code finds its tenant in a thread-local, a task-local, opentelemetry's current context, sentry's hub. The bridge has two
//! halves:
//!
//! - **Down**, from migrated code to old: [`Gate::bridge`](crate::Gate::bridge) registers how a context is put into an old place.
//!   Each hop of a turn then does so around every poll and call.
//! - **Up**, from old code to migrated: a *seam*, [`Roots::turn`], makes a turn from what old code finds in its old places; a
//!   *provider*, [`Roots::scope`], replaces a call that used to set them. Seams are counted, until there are none.
//!
//! It is off by default, and with the feature off none of it is compiled. When nothing needs it any more, the old places go, and
//! the feature with them.
//!
//! # What a hop does
//!
//! It keeps, for the piece of work that it runs, a value for each place. Around every poll of a future and every call of a closure,
//! and around the drop of what is dropped before its end, the value goes into the place, and what was there comes back: after success,
//! error, panic, cancellation, abort, the end of the runtime, and on a thread that is given away by `block_in_place`. Work
//! that the caller runs itself, when a pool is full, leaves the caller's values as they were.
//!
//! - **It begins with its context**, not with what the submitter had in the place. A place is asked for the value where the work
//!   runs, before its first poll or call; for `carry_stream` and `carry_sink` where they are called.
//! - **What old code sets inside, it finds again**: a setter in the middle of the work changes this work's value only. The next
//!   poll of the same work has it, also on another thread. No other work does: neither whoever polls or submitted it, nor what
//!   it submits, which begins with the context it is given. (So a setter that means "from here on for tenant X" has to become a
//!   [`scope`](Roots::scope), for its hops to follow.)
//! - **[`Ctx::in_span`](crate::Ctx::in_span)** is a piece of work of its own, as each call of a bound closure is.
//! - **Platform work shows no tenant**, also inside a tenant's turn: there is nothing in [`Shown`], and the place gets
//!   what it has for that: `None`, a default, a task-local that is not set.
//! - **A derived context** shows its own tenant, pin and fields. If its fields are of another type, it still shows those of the type
//!   that it was derived from.
//! - A panic of the work goes on when everything is back. One in a place's own code goes on as well, after the
//!   places around it.
//!
//! A static that all threads share is no such place: nothing that one turn puts there is its own.
//!
//! # Ambient access
//!
//! All of this module. Beside what is registered, it has a thread-local of its own with the context that is installed on the
//! thread right now, for [`Roots::turn`]: see there for what that guarantees.
//!
//! # Example
//!
//! ```
//! # use std::cell::RefCell;
//! # use std::fmt;
//! # #[derive(Clone, PartialEq)] struct TenantId(&'static str);
//! # impl fmt::Display for TenantId { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.0) } }
//! # impl ctx::Tenant for TenantId {}
//! use ctx::bridge;
//!
//! type Ctx = ctx::Ctx<TenantId>;
//!
//! thread_local! {
//!     static TENANT: RefCell<Option<TenantId>> = const { RefCell::new(None) };
//! }
//!
//! static BRIDGE: bridge::Roots = bridge::Roots::new(|gate| {
//!     gate.bridge(bridge::thread_local(&TENANT, |shown| shown.tenant().cloned()));
//! });
//!
//! /// Old code, which takes no ctx.
//! fn old_greeting() -> String {
//!     TENANT.with_borrow(|tenant| format!("hello {}", tenant.as_ref().expect("a tenant")))
//! }
//!
//! /// Old code that calls migrated code: a seam.
//! fn old_report() -> usize {
//!     let tenant = TENANT.with_borrow(Clone::clone).expect("a tenant");
//!     rows(&BRIDGE.turn(tenant, (), ()))
//! }
//!
//! fn rows(ctx: &Ctx) -> usize {
//!     ctx.tenant().0.len()
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gate = ctx::Gate::new();
//! BRIDGE.use_gate(&gate);
//! let turn = gate.admit(TenantId("acme"), (), ())?;
//! let answer = turn.spawn(async |_ctx| (old_greeting(), old_report()));
//! assert_eq!(answer.await?, ("hello acme".to_owned(), 4));
//! assert_eq!((BRIDGE.seams()[0].same_turn(), BRIDGE.seams()[0].new_turn()), (1, 0));
//! # Ok(()) }
//! ```

mod comparisons;
mod per_place;
mod places;
mod roots;
mod seams;
#[cfg(feature = "tokio")]
mod task_locals;

pub use comparisons::Comparison;
pub use places::{Exchange, around, guarded, thread_local};
pub use roots::Roots;
pub use seams::Seam;
#[cfg(feature = "tokio")]
pub use task_locals::task_local;

pub use crate::installing::{Ambient, Shown};
