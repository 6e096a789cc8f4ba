//! The clock that deadlines are compared with.

use std::time::Instant;

/// Now. With the `tokio` feature this is tokio's clock, so that a test which pauses time moves deadlines too; outside a
/// paused runtime both are the same.
pub(crate) fn now() -> Instant {
    #[cfg(feature = "tokio")]
    return tokio::time::Instant::now().into_std();
    #[cfg(not(feature = "tokio"))]
    return Instant::now();
}
