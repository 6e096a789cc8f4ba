//! The table of hops. A new executor is one entry: how work is submitted to it, and what is known of it.

use ctx::hops::{Attached, CurrentLocalSet, Detached, FuturesSpawn, Platform};
use ctx::{Ctx, LogFields, Pin, TenantSlot};
use futures_task::{LocalSpawn, Spawn};
use futures_util::stream::once;
use futures_util::{FutureExt, SinkExt, StreamExt, sink};
use hyper::rt::Executor as _;
use rayon::prelude::*;
use std::convert::Infallible;
use std::future::ready;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::MissedTickBehavior;
use tokio_util::task::TaskTracker;

use crate::executor::{Form, Sees, Spec, Work};
use crate::job::{FirstTick, Job, Out};
use crate::library::{Sending, Spawner};
use crate::polled::Polled;
use crate::pools::{self, Told};
use crate::submitted::Submitted;
use crate::worker::{FLAVOURS, Flavour, Foreign, On, Place};

/// Of timers.
const PERIOD: Duration = Duration::from_millis(1);

impl Executor {
    /// The runtimes it is tried on. A minute of the calendar passes at once only where time is paused.
    pub(crate) fn flavours(self) -> &'static [Flavour] {
        match self {
            Self::cron_attached | Self::cron_detached | Self::cron_platform => &[Flavour::CurrentThread],
            _ => &FLAVOURS,
        }
    }

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
    timer_attached: runtime, "timer", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        let timer = ctx.timer(Attached, PERIOD).immediately().missed(MissedTickBehavior::Burst);
        Submitted::timer(timer.run(async move |ctx| first.run(ctx).await), tick)
    }
    timer_detached: runtime, "timer", Sees::Detached("flush"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        let timer = ctx.timer(Detached("flush"), PERIOD).missed(MissedTickBehavior::Delay);
        Submitted::timer(timer.run(async move |ctx| first.run(ctx).await), tick)
    }
    timer_platform: runtime, "timer", Sees::Platform("sweep"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        let timer = ctx.timer(Platform("sweep"), PERIOD).immediately().missed(MissedTickBehavior::Skip);
        Submitted::timer(timer.run(async move |ctx| first.run(ctx).await), tick)
    }
    cron_attached: runtime, "timer", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        Submitted::cron(ctx.cron(Attached, "* * * * *", async move |ctx| first.run(ctx).await), tick)
    }
    cron_detached: runtime, "timer", Sees::Detached("report"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        Submitted::cron(ctx.cron(Detached("report"), "* * * * *", async move |ctx| first.run(ctx).await), tick)
    }
    cron_platform: runtime, "timer", Sees::Platform("nightly"), Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        let (first, tick) = FirstTick::of(job);
        Submitted::cron(ctx.cron(Platform("nightly"), "* * * * *", async move |ctx| first.run(ctx).await), tick)
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
    stamp_open_ref: foreign, "message", Sees::Same, Future, Runtime => |ctx, _on, job| {
        let message = ctx.stamp(job.once());
        let opened = async move { message.open_ref(async |ctx: &Ctx<T, P, L>, job| job.take().run(ctx).await).await };
        Foreign::Future(opened.boxed())
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
    carry_stream: foreign, "carried stream", Sees::Same, Future, Runtime => |ctx, _on, job| {
        let polled = Polled::of(ctx);
        let items = ctx.carry_stream(once(async move { job.run(&polled).await }));
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
    carry_sink: foreign, "carried sink", Sees::Same, Future, Runtime => |ctx, _on, job| {
        let polled = Polled::of(ctx);
        let sink = sink::unfold(Some(job), move |job, out: oneshot::Sender<Out>| {
            let polled = polled.clone();
            async move {
                if let Some(job) = job {
                    // Nobody may wait for it.
                    let _ = out.send(job.run(&polled).await);
                }
                Ok::<_, Infallible>(None)
            }
        });
        let sink = ctx.carry_sink(sink);
        let sent = async move {
            let mut sink = pin!(sink);
            let (sender, mut out) = oneshot::channel();
            let Ok(()) = sink.send(sender).await;
            let Ok(()) = sink.close().await;
            out.try_recv().unwrap_or_else(|_| panic!("the job did not run"))
        };
        Foreign::Future(sent.boxed())
    }
    pool_submit: pool, "pool job", Sees::Same, Closure, Pool => |ctx, on, job| {
        on.job(ready(on.pools().pool().submit(ctx, move |ctx| job.run_now(ctx))))
    }
    pool_submit_async: pool, "pool job", Sees::Same, Closure, Pool => |ctx, on, job| {
        on.job(on.pools().pool().submit_async(ctx, move |ctx| job.run_now(ctx)))
    }
    pool_on_the_caller: caller, "pool job", Sees::Same, Closure, Caller => |ctx, on, job| {
        match on.pools().full().submit(ctx, move |ctx| job.run_now(ctx)) {
            Ok(job) => pools::ran_already(job),
            Err(error) => panic!("not submitted: {error}"),
        }
    }
    rayon_spawn: rayon, "rayon job", Sees::Same, Closure, Rayon => |ctx, on, job| {
        let (job, told) = Told::of(job);
        ctx.rayon_in(on.pools().rayon()).spawn(move |ctx| job.run(ctx));
        on.told(told)
    }
    rayon_spawn_fifo: rayon, "rayon job", Sees::Same, Closure, Rayon => |ctx, on, job| {
        let (job, told) = Told::of(job);
        ctx.rayon_in(on.pools().rayon()).spawn_fifo(move |ctx| job.run(ctx));
        on.told(told)
    }
    rayon_spawn_broadcast: rayon, "rayon job", Sees::Same, Closure, Rayon => |ctx, on, job| {
        let (job, told) = Told::of(job);
        let job = Mutex::new(Some(job));
        ctx.rayon_in(on.pools().rayon()).spawn_broadcast(move |ctx, _| {
            let job = job.lock().unwrap_or_else(PoisonError::into_inner).take();
            job.expect("there is one thread").run(ctx);
        });
        on.told(told)
    }
    rayon_broadcast: rayon_waited, "rayon job", Sees::Same, Closure, RayonWaited => |ctx, on, job| {
        let job = job.once();
        pools::in_the_call(|| {
            let mut out = ctx.rayon_in(on.pools().rayon()).broadcast(|ctx, _| job.take().run_now(ctx));
            out.pop().expect("there is one thread")
        })
    }
    rayon_install: rayon_waited, "rayon job", Sees::Same, Closure, RayonWaited => |ctx, on, job| {
        pools::in_the_call(|| ctx.rayon_in(on.pools().rayon()).install(|ctx| job.run_now(ctx)))
    }
    rayon_par_iter: rayon_borrowed, "", Sees::Same, Closure, RayonWaited => |ctx, on, job| {
        let jobs = vec![job].into_par_iter();
        pools::in_the_call(|| on.pools().rayon().install(|| jobs.map(|job| ctx.in_span(|ctx| job.run_now(ctx))).collect()))
    }
    rayon_scope: rayon_borrowed, "", Sees::Same, Closure, RayonWaited => |ctx, on, job| {
        let mut out = Ok(());
        pools::in_the_call(move || {
            on.pools().rayon().scope(|scope| scope.spawn(|_| out = ctx.in_span(|ctx| job.run_now(ctx))));
            out
        })
    }
    on_handle: runtime, "task", Sees::Same, Future, Runtime => |ctx, on, job| {
        Submitted::task(ctx.on(on.runtime()).spawn(async move |ctx| job.run(ctx).await))
    }
    named_on_handle: runtime, "task", Sees::Named("step"), Future, Runtime => |ctx, on, job| {
        Submitted::task(ctx.task("step").on(on.runtime()).spawn(async move |ctx| job.run(ctx).await))
    }
    on_handle_blocking: runtime, "blocking", Sees::Same, Closure, Blocking => |ctx, on, job| {
        Submitted::task(ctx.on(on.runtime()).spawn_blocking(move |ctx| job.run_now(ctx)))
    }
    on_local_set: runtime, "local task", Sees::Same, Future, Local => |ctx, _on, job| {
        Submitted::task(ctx.on(CurrentLocalSet).spawn_local(async move |ctx| job.run(ctx).await))
    }
    on_task_tracker: runtime, "task", Sees::Same, Future, Runtime => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.on(TaskTracker::new()).spawn(async move |ctx| job.run(ctx).await))
    }
    on_task_tracker_local: runtime, "local task", Sees::Same, Future, Local => |ctx, _on, job| {
        Submitted::task(ctx.on(TaskTracker::new()).spawn_local(async move |ctx| job.run(ctx).await))
    }
    on_task_tracker_blocking: runtime, "blocking", Sees::Same, Closure, Blocking => |ctx, on, job| {
        let _runtime = on.enter();
        Submitted::task(ctx.on(TaskTracker::new()).spawn_blocking(move |ctx| job.run_now(ctx)))
    }
    on_local_pool: runtime, "local task", Sees::Same, Future, Pinned => |ctx, on, job| {
        let pool = Arc::clone(on.local_pool());
        Submitted::pinned(ctx.on(pool.handle()).spawn_pinned(async move |ctx| job.run(ctx).await), pool)
    }
    on_futures_spawn: runtime, "task", Sees::Same, Future, Runtime => |ctx, on, job| {
        let (spawner, (job, out)) = (Spawner::new(on.runtime().clone()), Sending::of(job));
        let started = ctx.on(FuturesSpawn(&spawner)).spawn(async move |ctx| job.run(ctx).await);
        started.map(|()| spawner.submitted(out)).unwrap_or_else(|error| panic!("refused: {error}"))
    }
    on_futures_local_spawn: runtime, "local task", Sees::Same, Future, Local => |ctx, on, job| {
        let (spawner, (job, out)) = (Spawner::new(on.runtime().clone()), Sending::of(job));
        let started = ctx.on(FuturesSpawn(&*spawner)).spawn_local(async move |ctx| job.run(ctx).await);
        started.map(|()| spawner.submitted(out)).unwrap_or_else(|error| panic!("refused: {error}"))
    }
    on_thread_builder: thread, "thread", Sees::Same, Closure, Thread => |ctx, on, job| {
        let threads = on.threads();
        let thread = ctx.on(Builder::new().stack_size(1 << 20)).thread(move |ctx| {
            drop(threads.lock().unwrap_or_else(PoisonError::into_inner));
            job.run_now(ctx)
        });
        thread.map(Submitted::thread).unwrap_or_else(|error| panic!("no thread: {error}"))
    }
    executor_for_hyper: runtime, "carried future", Sees::Same, Future, Runtime => |ctx, on, job| {
        let (spawner, (job, out)) = (Spawner::new(on.runtime().clone()), Sending::of(job));
        let executor = ctx.on(FuturesSpawn(Arc::clone(&spawner))).executor();
        executor.execute(ctx.carry(async move |ctx| job.run(ctx).await));
        spawner.submitted(out)
    }
    executor_for_futures: runtime, "carried future", Sees::Same, Future, Runtime => |ctx, on, job| {
        let (spawner, (job, out)) = (Spawner::new(on.runtime().clone()), Sending::of(job));
        let executor = ctx.on(FuturesSpawn(Arc::clone(&spawner))).executor();
        let started = executor.spawn_obj(Box::new(ctx.carry(async move |ctx| job.run(ctx).await)).into());
        started.map(|()| spawner.submitted(out)).unwrap_or_else(|error| panic!("refused: {error}"))
    }
    local_executor_for_hyper: runtime, "carried future", Sees::Same, Future, Local => |ctx, on, job| {
        let (spawner, (job, out)) = (Spawner::new(on.runtime().clone()), Sending::of(job));
        let executor = ctx.on(FuturesSpawn(Arc::clone(&spawner))).local_executor();
        executor.execute(ctx.carry(async move |ctx| job.run(ctx).await));
        spawner.submitted(out)
    }
    local_executor_for_futures: runtime, "carried future", Sees::Same, Future, Local => |ctx, on, job| {
        let (spawner, (job, out)) = (Spawner::new(on.runtime().clone()), Sending::of(job));
        let executor = ctx.on(FuturesSpawn(Arc::clone(&spawner))).local_executor();
        let started = executor.spawn_local_obj(Box::new(ctx.carry(async move |ctx| job.run(ctx).await)).into());
        started.map(|()| spawner.submitted(out)).unwrap_or_else(|error| panic!("refused: {error}"))
    }
    bind_once: foreign, "bound closure", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        let bound = ctx.bind_once(move |ctx, ()| job.run_now(ctx));
        Foreign::Closure(Box::new(move || bound(())))
    }
    bind_mut_ref: foreign, "bound closure", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        let mut job = Some(job);
        let mut bound = ctx.bind_mut_ref(move |ctx, _: &str| job.take().map_or(Ok(()), |job| job.run_now(ctx)));
        Foreign::Closure(Box::new(move || bound("lent")))
    }
    bind_fn_ref: foreign, "bound closure", Sees::Same, Closure, Foreign => |ctx, _on, job| {
        let job = job.once();
        let bound = ctx.bind_fn_ref(move |ctx, _: &str| job.take().run_now(ctx));
        Foreign::Closure(Box::new(move || bound("lent")))
    }
    carry_each_local: runtime, "carried future", Sees::Same, Future, Local => |ctx, _on, job| {
        let job = job.once();
        let each = ctx.carry_each_local(async move |ctx, ()| job.take().run(ctx).await);
        Submitted::task(support::raw::local_task(each(())))
    }
}
