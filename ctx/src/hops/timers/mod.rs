//! Timers. Whose ticks they are is said at the call, and is in the type of the context that the work gets.

#[cfg(feature = "cron")]
mod calendar;
#[cfg(feature = "cron")]
mod cron;
#[cfg(feature = "cron")]
mod cron_expression;
mod every;
mod pace;
mod ticks;

#[cfg(feature = "cron")]
pub use cron_expression::InvalidCron;
pub use every::Timer;
pub use ticks::{Attached, Detached, Platform, Ticks};
