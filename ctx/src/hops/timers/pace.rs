//! When the next tick of a timer is due.

use std::pin::Pin;
use std::time::Duration;

use tokio::time::{Instant, Interval, MissedTickBehavior, Sleep, interval_at, sleep};

#[cfg(feature = "cron")]
use super::calendar::Calendar;

/// The wait between two ticks.
pub(super) enum Pace {
    /// By the clock of the ticks, unless the last one took too long: then a full period later.
    Rested { due: Pin<Box<Sleep>>, period: Duration, begun: bool },
    /// What tokio does about a missed tick.
    Regular(Interval),
    #[cfg(feature = "cron")]
    Calendar(Box<Calendar>),
}

impl Pace {
    /// Begins now. Without a clock it panics at the caller's line.
    #[track_caller]
    pub(super) fn new(first: Duration, period: Duration, missed: Option<MissedTickBehavior>) -> Self {
        let Some(missed) = missed else {
            return Self::Rested { due: Box::pin(sleep(first)), period, begun: false };
        };
        let mut interval = interval_at(after(Instant::now(), first), period);
        interval.set_missed_tick_behavior(missed);
        Self::Regular(interval)
    }

    /// Waits for the next tick. To be called when the last one has ended.
    pub(super) async fn next(&mut self) {
        match self {
            Self::Rested { due, period, begun } => {
                if std::mem::replace(begun, true) {
                    let (next, now) = (after(due.deadline(), *period), Instant::now());
                    due.as_mut().reset(if next > now { next } else { after(now, *period) });
                }
                due.await;
            }
            Self::Regular(interval) => {
                interval.tick().await;
            }
            #[cfg(feature = "cron")]
            Self::Calendar(calendar) => calendar.next().await,
        }
    }
}

/// As far off as tokio's own timers can be, where time does not reach so far.
fn after(from: Instant, period: Duration) -> Instant {
    from.checked_add(period).unwrap_or_else(|| sleep(Duration::MAX).deadline())
}
