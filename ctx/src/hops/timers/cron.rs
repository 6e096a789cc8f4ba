//! Work at times of the calendar.

use std::time::Duration;

use tokio::task::JoinHandle;

use super::calendar::Calendar;
use super::cron_expression::{InvalidCron, parse};
use super::pace::Pace;
use super::ticks::{Ticks, sealed::ByATimer};
use crate::context::Ctx;
use crate::error::Error;
use crate::hops::task_fn::TaskFn;
use crate::log_fields::LogFields;
use crate::pin::Pin;
use crate::tenant::TenantSlot;

impl<T: TenantSlot, P: Pin, L: LogFields> Ctx<T, P, L> {
    /// Runs `work` whenever a cron expression says, in a task of its own:
    /// `ctx.cron(Platform("nightly"), "0 3 * * *", async |ctx| ..)`. Feature `cron`.
    ///
    /// Five fields: minute, hour, day of the month, month, day of the week; or `@hourly`, `@daily`, `@weekly`, `@monthly`,
    /// `@yearly`. Where both days are given, either is enough. **Times are UTC**, which has no hour twice and none left out.
    ///
    /// Runs never overlap: a time that comes while the last run is still at work is left out. A time that passes while the
    /// machine sleeps comes late, once, within 30 s of its waking, and the others that passed are left out. So is what
    /// was due while the process was not there. A clock that is set back by less than three hours does not repeat a run.
    ///
    /// Work, handle and end are those of [`every`](Self::every). The clock is the system's, moved by as much as a test moves
    /// tokio's: with paused time a day passes at once.
    ///
    /// # Errors
    ///
    /// [`InvalidCron`]: the expression cannot be understood, or its time never comes. Nothing has been started then.
    ///
    /// # Panics
    ///
    /// Outside a tokio runtime with time enabled, at the caller's line.
    ///
    /// # Example
    ///
    /// ```
    /// # use std::time::Duration;
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ctx::hops::Platform;
    /// use tokio::sync::mpsc;
    ///
    /// let gate = ctx::Gate::new();
    /// let platform = gate.platform("scheduler", ())?;
    /// let (sender, mut runs) = mpsc::unbounded_channel();
    /// let nightly = platform.cron(Platform("nightly"), "0 3 * * *", async move |ctx| {
    ///     let _ = sender.send(ctx.kind());
    /// })?;
    /// tokio::time::sleep(Duration::from_secs(3 * 86_400)).await;
    /// nightly.abort();
    /// assert_eq!(runs.len(), 3);
    /// # assert_eq!(runs.recv().await, Some("nightly"));
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn cron<K, F>(&self, ticks: K, expression: &str, work: F) -> Result<JoinHandle<Error>, InvalidCron>
    where
        K: Ticks<T, P, L>,
        F: AsyncFnOnce(&Ctx<K::Tenant, K::Pin, K::Fields>)
            + for<'a> TaskFn<'a, Ctx<K::Tenant, K::Pin, K::Fields>, ()>
            + Clone
            + Send
            + 'static,
    {
        let Some(calendar) = Calendar::new(parse(expression)?) else {
            return Err(InvalidCron::never(expression));
        };
        // Without a clock it panics here, at the caller's line.
        drop(tokio::time::sleep(Duration::ZERO));
        Ok(ticks.of(self, ByATimer::new()).tick(work, Pace::Calendar(Box::new(calendar))))
    }
}
