//! When a cron expression is due next, by a clock that may be set and a machine that may sleep.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};

use crate::clock;

/// tokio's clock may stand still while the machine sleeps, and the wall clock may be set: so it is looked at again.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// A clock that is set back by less than this does not bring back a run that has been.
const SET_BACK: Duration = Duration::from_secs(3 * 60 * 60);

/// The times of a cron expression, one after another.
pub(super) struct Calendar {
    times: croner::Cron,
    next: SystemTime,
    /// The one before `next`, when it has been.
    last: Option<SystemTime>,
}

impl Calendar {
    /// From now on; `None` when it never comes.
    pub(super) fn new(times: croner::Cron) -> Option<Self> {
        let next = after(&times, clock::wall())?;
        Some(Self { times, next, last: None })
    }

    /// Waits for the next time. To be called when the run of the last one has ended.
    pub(super) async fn next(&mut self) {
        let mut looked = clock::wall();
        if self.last.is_some() {
            self.find(looked).await;
        }
        loop {
            let now = clock::wall();
            if now < looked {
                self.find(now).await;
            }
            looked = now;
            match self.next.duration_since(now) {
                Ok(left) if !left.is_zero() => tokio::time::sleep(left.min(LOOK_AGAIN)).await,
                _ => break,
            }
        }
        self.last = Some(self.next);
    }

    /// The first time after `now` that has not been.
    async fn find(&mut self, now: SystemTime) {
        let been = self.last.filter(|last| last.duration_since(now).is_ok_and(|ahead| ahead < SET_BACK));
        match after(&self.times, been.unwrap_or(now)) {
            Some(next) => self.next = next,
            None => std::future::pending().await,
        }
    }
}

/// The first time after `from`; `None` when there is none.
fn after(times: &croner::Cron, from: SystemTime) -> Option<SystemTime> {
    // A clock before 1970 shows that it was never set.
    let from = from.duration_since(UNIX_EPOCH).unwrap_or_default();
    let from = DateTime::<Utc>::from_timestamp(i64::try_from(from.as_secs()).ok()?, 0)?;
    let next = times.find_next_occurrence(&from, false).ok()?;
    UNIX_EPOCH.checked_add(Duration::from_secs(u64::try_from(next.timestamp()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hops::timers::cron_expression::parse;

    fn at(text: &str) -> SystemTime {
        let time: DateTime<Utc> = text.parse().expect("a time");
        UNIX_EPOCH + Duration::from_secs(time.timestamp().try_into().expect("after 1970"))
    }

    #[test]
    fn the_next_time_is_after_the_last() {
        let next =
            |expression: &str, from: &str| after(&parse(expression).expect("it parses"), at(from)).expect("it comes");
        for (expression, from, expected) in [
            ("0 3 * * *", "2026-03-01T02:59:59Z", "2026-03-01T03:00:00Z"),
            ("0 3 * * *", "2026-03-01T03:00:00Z", "2026-03-02T03:00:00Z"),
            ("*/15 * * * *", "2026-12-31T23:50:00Z", "2027-01-01T00:00:00Z"),
            ("0 0 29 2 *", "2026-03-01T00:00:00Z", "2028-02-29T00:00:00Z"),
            ("30 8 * * MON-FRI", "2026-05-08T08:30:00Z", "2026-05-11T08:30:00Z"),
            // Where the day is given both ways, either is enough.
            ("0 0 13 * FRI", "2026-05-09T00:00:00Z", "2026-05-13T00:00:00Z"),
            ("@daily", "2026-05-09T00:00:01Z", "2026-05-10T00:00:00Z"),
        ] {
            assert_eq!(next(expression, from), at(expected), "{expression} after {from}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_back_a_little_does_not_run_again() {
        let mut calendar = Calendar::new(parse("0 * * * *").expect("it parses")).expect("it comes");
        let now = at("2026-05-09T03:00:00Z");
        calendar.last = Some(now);
        calendar.find(now - Duration::from_secs(60)).await;
        assert_eq!(calendar.next, now + Duration::from_secs(3600));
        // Set right by days: the last run is no measure any more.
        calendar.find(now - Duration::from_secs(86_400 + 60)).await;
        assert_eq!(calendar.next, now - Duration::from_secs(86_400));
    }
}
