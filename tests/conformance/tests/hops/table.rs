//! The table of hops. A new executor is one entry: how work is submitted to it, and what is known of it.

use ctx::hops::{Attached, Detached, Platform};
use ctx::{Ctx, LogFields, Pin, TenantSlot};
use futures_util::{FutureExt, StreamExt};
use std::pin::pin;
use std::sync::PoisonError;
use std::time::Duration;

use crate::executor::{Form, Sees, Spec, Work};
use crate::job::{FirstTick, Job};
use crate::submitted::Submitted;
use crate::worker::{Foreign, On, Place};

/// Of timers.
const PERIOD: Duration = Duration::from_millis(1);

impl Executor {
    /// Submits `job` with `ctx`.
    #[track_caller]
    pub(crate) fn submit<'c, T: TenantSlot, P: Pin, L: LogFields>(
        self,
        ctx: &'c Ctx<T, P, L>,
        on: &On,
        job: Job,
    ) -> Submitted<'c> {
        match self.prepare(ctx, on, job) {
            Work::Started(started) => started,
            Work::Ready(job) => on.hand_over(job),
        }
    }
}

executors! {
    spawn: runtime, "task", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.spawn(async move |ctx| job.run(ctx).await))
    }
    named_task: runtime, "task", Sees::Named("step"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.task("step").spawn(async move |ctx| job.run(ctx).await))
    }
    detached_task: runtime, "task", Sees::Detached("audit"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.detach("audit").spawn(async move |ctx| job.run(ctx).await))
    }
    spawn_blocking: runtime, "blocking", Sees::Same, Closure, Blocking => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.spawn_blocking(move |ctx| job.run_now(ctx)))
    }
    named_blocking: runtime, "blocking", Sees::Named("step"), Closure, Blocking => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.task("step").spawn_blocking(move |ctx| job.run_now(ctx)))
    }
    spawn_local: runtime, "local task", Sees::Same, Future, Local => |ctx, _on, job| {
        Submitted::task(ctx.spawn_local(async move |ctx| job.run(ctx).await))
    }
    named_local: runtime, "local task", Sees::Named("step"), Future, Local => |ctx, _on, job| {
        Submitted::task(ctx.task("step").spawn_local(async move |ctx| job.run(ctx).await))
    }
    join_set_spawn: runtime, "task", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let mut set = ctx.join_set();
        let task = set.spawn(async move |ctx| job.run(ctx).await);
        Submitted::set(set, task)
    }
    join_set_spawn_blocking: runtime, "blocking", Sees::Same, Closure, Blocking => |ctx, on, job| {
        let _runtime = on.enter();
        let mut set = ctx.join_set();
        let task = set.spawn_blocking(move |ctx| job.run_now(ctx));
        Submitted::set(set, task)
    }
    join_set_spawn_local: runtime, "local task", Sees::Same, Future, Local => |ctx, _on, job| {
        let mut set = ctx.join_set();
        let task = set.spawn_local(async move |ctx| job.run(ctx).await);
        Submitted::set(set, task)
    }
    every_attached: runtime, "timer", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        Submitted::timer(ctx.every(Attached, PERIOD, async move |ctx| first.run(ctx).await), tick)
    }
    every_detached: runtime, "timer", Sees::Detached("flush"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        Submitted::timer(ctx.every(Detached("flush"), PERIOD, async move |ctx| first.run(ctx).await), tick)
    }
    every_platform: runtime, "timer", Sees::Platform("sweep"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        Submitted::timer(ctx.every(Platform("sweep"), PERIOD, async move |ctx| first.run(ctx).await), tick)
    }
    after_attached: runtime, "timer", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.after(Attached, PERIOD, async move |ctx| job.run(ctx).await))
    }
    after_detached: runtime, "timer", Sees::Detached("purge"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.after(Detached("purge"), PERIOD, async move |ctx| job.run(ctx).await))
    }
    after_platform: runtime, "timer", Sees::Platform("sweep"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.after(Platform("sweep"), PERIOD, async move |ctx| job.run(ctx).await))
    }
    thread: thread, "thread", Sees::Same, Closure, Thread => |ctx, on, job| {
        let threads = on.threads();
        let thread = ctx.thread("job", move |ctx| {
            drop(threads.lock().unwrap_or_else(PoisonError::into_inner));
            job.run_now(ctx)
        });
        match thread {
            Ok(thread) => Submitted::thread(thread),
            Err(error) => panic!("no thread: {error}"),
        }
    }
    bind: foreign, "bound closure", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        Foreign::Closure(Box::new(ctx.bind(move |ctx| job.run_now(ctx))))
    }
    bind_mut: foreign, "bound closure", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        let mut job = Some(job);
        let mut bound = ctx.bind_mut(move |ctx, ()| job.take().map_or(Ok(()), |job| job.run_now(ctx)));
        Foreign::Closure(Box::new(move || bound(())))
    }
    bind_fn: foreign, "bound closure", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        let job = job.once();
        let bound = ctx.bind_fn(move |ctx, ()| job.take().run_now(ctx));
        Foreign::Closure(Box::new(move || bound(())))
    }
    carry: foreign, "carried future", Sees::Same, Future, Runtime => |ctx, _on, job| {
        Foreign::Future(ctx.carry(async move |ctx| job.run(ctx).await).boxed())
    }
    carry_each: foreign, "carried future", Sees::Same, Future, Runtime => |ctx, _on, job| {
        let job = job.once();
        let each = ctx.carry_each(async move |ctx, ()| job.take().run(ctx).await);
        Foreign::Future(async move { each(()).await }.boxed())
    }
    stamp_open: foreign, "message", Sees::Same, Future, Runtime => |ctx, _on, job| {
        let message = ctx.stamp(job);
        Foreign::Future(async move { message.open(async |ctx: &Ctx<T, P, L>, job: Job| job.run(ctx).await).await }.boxed())
    }
    stamp_open_sync: foreign, "message", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        let message = ctx.stamp(job);
        Foreign::Closure(Box::new(move || message.open_sync(|ctx, job| job.run_now(ctx))))
    }
    stream: foreign, "stream", Sees::Same, Future, Runtime => |ctx, _on, job| {
        let items = ctx.stream(async move |ctx, out| {
            let item = job.run(ctx).await;
            out.send(item).await;
        });
        let last = async move {
            let mut items = pin!(items);
            let mut last = Ok(());
            while let Some(item) = items.next().await {
                last = item;
            }
            last
        };
        Foreign::Future(last.boxed())
    }
}
