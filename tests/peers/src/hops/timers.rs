//! Timers: ticks of a turn, which stop when it is cancelled and when the process shuts down.

use std::hint::black_box;
use std::time::Duration;

use ctx::hops::Attached;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, sleep};
use tokio_util::sync::CancellationToken;

use crate::carried::{compute, compute_explicit, id, turn, used};
use crate::case::Hop;
use crate::meter::{Measured, measure_async};
use crate::peers::{ByHand, Fastrace, Keep, OpenTelemetry, Peer, Raw, TaskLocal, Tracing};

pub(crate) const EVERY: Hop = Hop {
    name: "every_tick",
    operation: "one tick of a timer, by a clock that does not wait",
    operations: 10_000,
    on_threads: false,
    ways: &[
        ("ctx", explicit),
        ("raw", raw),
        ("by_hand", ticks::<ByHand>),
        ("task_local", ticks::<TaskLocal>),
        ("opentelemetry", ticks::<OpenTelemetry>),
        ("tracing", ticks::<Tracing>),
        ("fastrace", ticks::<Fastrace>),
    ],
    note: "the peers stop by two tokens by hand, as `ctx` does; `raw` does not stop. `inherited` has no form for work that \
           runs again",
};

const PERIOD: Duration = Duration::from_millis(1);

/// Waits for one tick after the other. `start` starts the timer.
fn measured(operations: u64, start: impl FnOnce()) -> Measured {
    match tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build() {
        Ok(runtime) => runtime.block_on(async {
            start();
            measure_async(operations, async || sleep(PERIOD).await).await
        }),
        Err(error) => panic!("no runtime: {error}"),
    }
}

fn interval() -> Interval {
    let mut interval = interval_at(Instant::now() + PERIOD, PERIOD);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

fn explicit(operations: u64) -> Measured {
    let turn = turn();
    measured(operations, || {
        turn.every(Attached, PERIOD, async |ctx| used(compute_explicit(ctx, id())));
    })
}

fn raw(operations: u64) -> Measured {
    Raw::turn(|&shared| {
        measured(operations, || {
            let mut interval = interval();
            tokio::spawn(async move {
                loop {
                    interval.tick().await;
                    black_box(compute::<Raw>(&shared, id()));
                }
            });
        })
    })
}

fn ticks<P: Keep>(operations: u64) -> Measured {
    let (over, closing) = (CancellationToken::new(), CancellationToken::new());
    P::turn(|handed| {
        let (work, kept) = (handed.clone(), P::keep(handed));
        measured(operations, || {
            let mut interval = interval();
            let (over, closing) = (over.clone(), closing.clone());
            tokio::spawn(async move {
                loop {
                    let tick = closing.run_until_cancelled(interval.tick());
                    let Some(Some(_)) = over.run_until_cancelled(tick).await else { return };
                    let tick = P::run(kept.clone(), async { used(compute::<P>(&work, id())) });
                    let Some(()) = over.run_until_cancelled(tick).await else { return };
                }
            });
        })
    })
}
