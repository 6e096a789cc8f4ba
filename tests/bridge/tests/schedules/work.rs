//! Work whose seed says what it does: it knows at each moment what old code has to find.

use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Waker};

use bridge::{BRIDGE, Old, set_pin, set_tenant};
use support::{AgentPin, Ctx, PlatformCtx, TenantId, Turn, TurnFields};
use tokio::task::yield_now;

use crate::executor::{Executor, Job};
use crate::random::Random;

const NAMES: [&str; 3] = ["acme", "globex", "initech"];

/// What was found wrong: work may be unwinding, or told to be dropped, where it looks.
#[derive(Clone, Default)]
pub(crate) struct Log {
    wrong: Rc<RefCell<Vec<String>>>,
    passes: Rc<Cell<u64>>,
}

impl Log {
    fn check<V: PartialEq + std::fmt::Debug>(&self, what: &str, found: V, expected: V) {
        self.passes.set(self.passes.get() + 1);
        if found != expected {
            self.wrong.borrow_mut().push(format!("{what}: found {found:?}, expected {expected:?}"));
        }
    }

    pub(crate) fn wrong(&self) -> Vec<String> {
        self.wrong.borrow().clone()
    }

    pub(crate) fn passes(&self) -> u64 {
        self.passes.get()
    }
}

/// What old code has to find in one piece of work; looked at once more when the work is dropped.
struct Own {
    old: Old,
    has_begun: bool,
    log: Log,
}

impl Own {
    fn look(&self, what: &str) {
        self.log.check(what, Old::here(), self.old.clone());
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        if self.has_begun {
            self.look("dropped");
        }
    }
}

/// Submits work that does what `seed` says, as a future or a closure.
pub(crate) fn submit(ctx: &Ctx, executor: &Executor, log: &Log, seed: u64, depth: u32) {
    let (inside, log) = (executor.clone(), log.clone());
    let own = Own { old: Old::under(ctx), has_begun: false, log: log.clone() };
    if seed.is_multiple_of(4) {
        let bound = ctx.bind(move |ctx| {
            let mut own = own;
            own.has_begun = true;
            let mut random = Random::new(seed);
            for _ in 0..random.below(4) {
                at_once(ctx, &mut own, &inside, &log, &mut random, depth);
            }
        });
        executor.push(Job::Closure(Box::new(bound)));
    } else {
        let carried = ctx.carry(async move |ctx| {
            let mut own = own;
            own.has_begun = true;
            let mut random = Random::new(seed);
            for _ in 0..random.below(6) {
                match random.below(3) {
                    0 => at_once(ctx, &mut own, &inside, &log, &mut random, depth),
                    1 => yield_now().await,
                    _ => awaiting(ctx, &log, &mut random).await,
                }
                own.look("between two steps");
            }
        });
        executor.push(Job::Future(Box::pin(carried)));
    }
}

pub(crate) fn submit_platform(ctx: &PlatformCtx, executor: &Executor, log: &Log, seed: u64) {
    let own = Own { old: Old::NOTHING, has_begun: false, log: log.clone() };
    let carried = ctx.carry(async move |_| {
        let mut own = own;
        own.has_begun = true;
        for _ in 0..seed % 3 {
            own.look("platform");
            yield_now().await;
        }
        set_tenant(Some("set by the platform"));
        own.old.tenant = Some("set by the platform");
        yield_now().await;
    });
    executor.push(Job::Future(Box::pin(carried)));
}

/// A step that does not await.
fn at_once(ctx: &Ctx, own: &mut Own, executor: &Executor, log: &Log, random: &mut Random, depth: u32) {
    own.look("before a step");
    match random.below(9) {
        0 => panic!("seeded"),
        1 | 2 => {
            let (tenant, pin) = (NAMES[random.below(NAMES.len())], random.below(9) as u32);
            set_tenant(Some(tenant));
            set_pin(pin);
            own.old = Old { tenant: Some(tenant), pin, ..own.old.clone() };
        }
        3 | 4 if depth > 0 => submit(ctx, executor, log, random.next(), depth - 1),
        5 => ctx.in_span(|ctx| log.check("in its span", Old::here(), Old::under(ctx))),
        6 => ctx.platform("sweep", ()).in_span(|_| log.check("platform inside", Old::here(), Old::NOTHING)),
        7 => passes_a_seam(ctx, log),
        _ => {
            let (tenant, pin, fields) = slots(random);
            BRIDGE.sync_scope(tenant, pin, fields, |ctx| log.check("sync scope", Old::here(), Old::under(ctx)));
        }
    }
    own.look("after a step");
}

/// Migrated code below old: the same turn exactly if the old code still has what the context shows.
fn passes_a_seam(ctx: &Ctx, log: &Log) {
    let old = Old::here();
    let fields = TurnFields { request_id: old.request.unwrap_or(0), step: ctx.fields().step };
    let below: Turn = BRIDGE.turn(TenantId(old.tenant.unwrap_or("none")), AgentPin { version: old.pin }, fields);
    let unchanged = (old.tenant, old.pin) == (Some(ctx.tenant().0), ctx.pin().version);
    log.check("a seam", below.span_id() == ctx.span_id(), unchanged);
    below.in_span(|ctx| log.check("below a seam", Old::here(), Old::under(ctx)));
}

/// A step that awaits other work, and may drop it halfway.
async fn awaiting(ctx: &Ctx, log: &Log, random: &mut Random) {
    let inner = async |ctx: &Ctx| {
        let mut own = Own { old: Old::under(ctx), has_begun: true, log: log.clone() };
        own.look("an inner future");
        yield_now().await;
        set_tenant(Some("inner"));
        own.old.tenant = Some("inner");
        yield_now().await;
        own.look("an inner future, again");
    };
    let is_dropped = random.below(3) == 0;
    let (tenant, pin, fields) = slots(random);
    match random.below(2) {
        0 => awaited_or_dropped(BRIDGE.scope(tenant, pin, fields, inner), is_dropped).await,
        _ => {
            let derived = ctx.with_fields(fields);
            awaited_or_dropped(derived.in_span_async(inner), is_dropped).await;
        }
    }
}

async fn awaited_or_dropped(work: impl Future<Output = ()>, is_dropped: bool) {
    let mut work = pin!(work);
    if is_dropped {
        let _ = work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        yield_now().await;
    } else {
        work.await;
    }
}

fn slots(random: &mut Random) -> (TenantId, AgentPin, TurnFields) {
    (TenantId(NAMES[random.below(NAMES.len())]), AgentPin { version: 6 }, TurnFields::new())
}
