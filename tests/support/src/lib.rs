//! What the test packages share. Never published.

mod buffer;
mod identity;
mod lines;
pub mod old;
mod panics;
pub mod raw;

pub use buffer::Buffer;
pub use identity::{AgentPin, Ctx, PIN_VERSION, PlatformCtx, TenantId, Turn, TurnFields, admit, gate, platform};
pub use lines::{Line, Lines};
pub use panics::{Panicked, panic_of};
