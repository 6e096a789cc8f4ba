//! Work on an executor that is named in the call: another runtime, a tracker of tasks, a library's.

#[cfg(feature = "futures-task")]
mod futures_task;
#[cfg(feature = "hyper")]
mod hyper;
mod named_executor;
mod std_builder;
#[cfg(any(feature = "futures-task", feature = "hyper"))]
mod task_starter;
#[cfg(feature = "tokio")]
mod tokio_runtimes;
#[cfg(feature = "tokio-util")]
mod tokio_util;
mod traits;

#[cfg(feature = "futures-task")]
pub use futures_task::FuturesSpawn;
pub use named_executor::On;
#[cfg(any(feature = "futures-task", feature = "hyper"))]
pub use task_starter::{Executor, LocalExecutor};
#[cfg(feature = "tokio")]
pub use tokio_runtimes::CurrentLocalSet;
pub use traits::{SpawnBlockingOn, SpawnLocalOn, SpawnOn, SpawnPinnedOn, WithCtx};
