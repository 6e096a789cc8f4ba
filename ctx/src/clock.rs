//! The clock that deadlines are compared with.

use std::time::Instant;
#[cfg(feature = "cron")]
use std::time::SystemTime;

/// Now. With the `tokio` feature this is tokio's clock, so that a test which pauses time moves deadlines too; outside a
/// paused runtime both are the same.
pub(crate) fn now() -> Instant {
    #[cfg(feature = "tokio")]
    return tokio::time::Instant::now().into_std();
    #[cfg(not(feature = "tokio"))]
    return Instant::now();
}

/// The wall clock's now, moved by as much as a test has moved tokio's clock.
#[cfg(feature = "cron")]
pub(crate) fn wall() -> SystemTime {
    let (moved, still) = (now(), Instant::now());
    let wall = SystemTime::now();
    match moved.checked_duration_since(still) {
        Some(ahead) => wall.checked_add(ahead).unwrap_or(wall),
        // As far behind as a paused clock is; else by the time that the two lines above took.
        None => wall.checked_sub(still.duration_since(moved)).unwrap_or(wall),
    }
}
