//! Spans made on rayon's threads become roots, and lines there show no tenant. The forms that borrow take a borrowed `&ctx`
//! from the caller's stack as it is, and clone nothing per item.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use support::{Ctx, Lines, PlatformCtx, admit, gate, platform};

const ITEMS: u32 = 1000;
const SUM: u32 = 499_500;

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Logs an item, from code that takes a ctx and from code that takes none.
fn handle(ctx: &Ctx, lines: &Lines, item: u32) -> u32 {
    ctx::info!(ctx, "{}", lines.text(item));
    plain(lines, item);
    item
}

fn plain(lines: &Lines, item: u32) {
    let span = tracing::info_span!("step", item);
    // The span of the context is its parent, so its fields are here too.
    span.in_scope(|| tracing::info!("{}", lines.text(format_args!("{item}, plain"))));
}

#[track_caller]
fn assert_all_of(lines: &Lines, ctx: &Ctx, items: usize) {
    let all = lines.all();
    assert_eq!(all.len(), 2 * items);
    let request = ctx.fields().request_id.to_string();
    for line in &all {
        assert_eq!((line.tenant(), line.field("request_id")), (Some("acme"), Some(&*request)), "{line:?}");
    }
}

#[test]
fn par_iter() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let ctx: &Ctx = &turn;
    let sum: u32 =
        pool(2).install(|| (0..ITEMS).into_par_iter().map(|item| ctx.in_span(|ctx| handle(ctx, &lines, item))).sum());
    assert_eq!(sum, SUM);
    assert_all_of(&lines, ctx, ITEMS as usize);
}

#[test]
fn scope_with_spawn() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let ctx: &Ctx = &turn;
    let sum = AtomicU32::new(0);
    pool(2).scope(|scope| {
        for item in 0..ITEMS {
            let (lines, sum) = (&lines, &sum);
            scope.spawn(move |_| {
                let item = ctx.in_span(|ctx| handle(ctx, lines, item));
                sum.fetch_add(item, Ordering::Relaxed);
            });
        }
    });
    assert_eq!(sum.into_inner(), SUM);
    assert_all_of(&lines, ctx, ITEMS as usize);
}

#[test]
fn in_place_scope() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let ctx: &Ctx = &turn;
    pool(2).in_place_scope(|scope| {
        for item in 0..ITEMS {
            let lines = &lines;
            scope.spawn(move |_| {
                ctx.in_span(|ctx| handle(ctx, lines, item));
            });
        }
    });
    assert_all_of(&lines, ctx, ITEMS as usize);
}

#[test]
fn broadcast() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let ctx: &Ctx = &turn;
    let borrowed = [10, 20];
    let of_threads = ctx.rayon_in(&pool(2)).broadcast(|ctx, thread| handle(ctx, &lines, borrowed[thread.index()]));
    assert_eq!(of_threads, borrowed);
    assert_all_of(&lines, ctx, 2);
}

/// What outlives the caller: each job has the context, and the turn lives until the last has run.
#[test]
fn spawn_and_spawn_fifo() {
    let (gate, lines) = (gate(), Lines::capture());
    let (pool, turn) = (pool(2), admit(&gate, "acme"));
    let (sender, items) = mpsc::channel();
    for item in 0..ITEMS {
        let (lines, sender) = (lines.clone(), sender.clone());
        let job = move |ctx: &Ctx| sender.send(handle(ctx, &lines, item)).unwrap();
        if item % 2 == 0 { turn.rayon_in(&pool).spawn(job) } else { turn.rayon_in(&pool).spawn_fifo(job) }
    }
    drop(sender);
    assert_eq!(items.iter().sum::<u32>(), SUM);
    assert_all_of(&lines, &turn, ITEMS as usize);
}

/// A thread that waits in one job takes up another, on top of the first one's stack: each shows its own tenant, and after the
/// inner one the outer one is back. One thread, so that it is always so.
#[test]
fn a_job_on_top_of_another_tenants() {
    let (gate, lines) = (gate(), Lines::capture());
    let pool = pool(1);
    let (a, b, system) = (admit(&gate, "acme"), admit(&gate, "globex"), platform(&gate, "sweeper"));
    let (sender, ended) = mpsc::channel();
    let marked = lines.clone();
    a.rayon_in(&pool).spawn(move |ctx| {
        let text = |message: &str| marked.text(message);
        tracing::info!("{}", text("outer before"));
        let (inner, of_none) = (text("inner"), text("system"));
        b.rayon().spawn(move |ctx| {
            tracing::info!("{inner}");
            ctx::info!(ctx, "{inner}, named");
        });
        system.rayon().spawn(move |_: &PlatformCtx| tracing::info!("{of_none}"));
        assert_eq!(rayon::yield_now(), Some(rayon::Yield::Executed));
        tracing::info!("{}", text("outer between"));
        assert_eq!(rayon::yield_now(), Some(rayon::Yield::Executed));
        tracing::info!("{}", text("outer after"));
        // Both halves on this one thread, and in the second the outer span is entered a second time.
        b.rayon().spawn({
            let text = text("stolen by join");
            move |_| tracing::info!("{text}")
        });
        rayon::join(
            || ctx.in_span(|_| tracing::info!("{}", text("left"))),
            || ctx.in_span(|_| tracing::info!("{}", text("right"))),
        );
        tracing::info!("{}", text("outer at the end"));
        sender.send(()).unwrap();
    });
    ended.recv().unwrap();
    // What is left on the thread.
    pool.install(|| while rayon::yield_now() == Some(rayon::Yield::Executed) {});
    for message in ["outer before", "outer between", "outer after", "left", "right", "outer at the end"] {
        assert_eq!(lines.one(message).tenant(), Some("acme"), "{message}");
    }
    for message in ["inner", "inner, named", "stolen by join"] {
        assert_eq!(lines.one(message).tenant(), Some("globex"), "{message}");
    }
    assert_eq!(lines.one("system").tenant(), None);
}
