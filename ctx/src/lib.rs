//! The context of a request as an argument, not as a thread-local.
//!
//! A service that keeps "which tenant, which pinned version, which log fields" in a thread-local or task-local loses it
//! wherever work goes to another task, thread, pool, timer or stream, or finds there what the last job left behind. This
//! crate makes it a value, [`Ctx`], that is only ever borrowed, so that the compiler refuses what would lose or mix it, and
//! gives every such [hop](hops) a form that brings it along.
#![doc = include_str!("../DESIGN.md")]

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
pub mod hops;
mod log_fields;
#[cfg(feature = "subscriber")]
pub mod logs;
mod pin;
mod root;
mod scoped;
mod spans;
mod stamped;
mod tenant;
#[cfg(feature = "testing")]
pub mod testing;
mod turn;

pub use crate::context::{Context, Ctx};
pub use crate::error::Error;
pub use crate::gate::{Admission, DrainReport, Gate, StillRunning};
#[cfg(feature = "tokio")]
pub use crate::hops::{JoinSet, Task};
pub use crate::log_fields::LogFields;
pub use crate::pin::Pin;
pub use crate::scoped::Scoped;
pub use crate::stamped::Stamped;
pub use crate::tenant::{NoTenant, Tenant, TenantSlot};
pub use crate::turn::{CancelOnDrop, Canceller, Turn};
