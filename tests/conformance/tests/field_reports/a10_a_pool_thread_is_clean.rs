//! Values of an earlier job show up in a later one on the same thread.

use std::time::Duration;

use futures_util::future::join_all;
use support::{Ctx, Lines, PlatformCtx, admit, gate, platform};

fn job(ctx: &Ctx, lines: &Lines, number: u32) {
    ctx::info!(ctx, "{}", lines.text(number));
    tracing::info!("{}", lines.text(format_args!("{number}, plain")));
    match number % 10 {
        3 | 4 => panic!("job {number}"),
        6 | 7 => return,
        _ => {}
    }
    tracing::info!("{}", lines.text(format_args!("{number}, end")));
}

fn system_job(ctx: &PlatformCtx, lines: &Lines, number: u32) {
    ctx::info!(ctx, "{}", lines.text(number));
    tracing::info!("{}", lines.text(format_args!("{number}, plain")));
}

#[test]
fn three_hundred_jobs_on_two_threads() {
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(2).build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let (a, b, system) = (admit(&gate, "acme"), admit(&gate, "globex"), platform(&gate, "sweeper"));
    runtime.block_on(async {
        let mut jobs = Vec::new();
        for number in 0..300 {
            let lines = lines.clone();
            jobs.push(match number % 3 {
                0 => a.spawn_blocking(move |ctx| job(ctx, &lines, number)),
                1 => b.spawn_blocking(move |ctx| job(ctx, &lines, number)),
                _ => system.spawn_blocking(move |ctx| system_job(ctx, &lines, number)),
            });
        }
        join_all(jobs).await;
    });
    assert_each_matches_its_job(&lines);
}

#[test]
fn three_hundred_jobs_in_a_pool_of_two_threads() {
    let pool = ctx::Pool::builder().threads(2).build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let (a, b, system) = (admit(&gate, "acme"), admit(&gate, "globex"), platform(&gate, "sweeper"));
    for number in 0..300 {
        let lines = lines.clone();
        drop(match number % 3 {
            0 => pool.submit(&a, move |ctx| job(ctx, &lines, number)).unwrap(),
            1 => pool.submit(&b, move |ctx| job(ctx, &lines, number)).unwrap(),
            _ => pool.submit(&system, move |ctx| system_job(ctx, &lines, number)).unwrap(),
        });
    }
    drop((a, b, system));
    assert!(gate.drain_blocking(Duration::from_secs(20)).is_clean());
    assert_each_matches_its_job(&lines);
}

#[test]
fn three_hundred_jobs_on_two_threads_of_rayons() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (gate, lines) = (gate(), Lines::capture());
    let (a, b, system) = (admit(&gate, "acme"), admit(&gate, "globex"), platform(&gate, "sweeper"));
    for number in 0..300 {
        let lines = lines.clone();
        match number % 3 {
            0 => a.rayon_in(&pool).spawn(move |ctx| job(ctx, &lines, number)),
            1 => b.rayon_in(&pool).spawn_fifo(move |ctx| job(ctx, &lines, number)),
            _ => system.rayon_in(&pool).spawn(move |ctx| system_job(ctx, &lines, number)),
        }
    }
    drop((a, b, system));
    assert!(gate.drain_blocking(Duration::from_secs(20)).is_clean());
    assert_each_matches_its_job(&lines);
}

#[track_caller]
fn assert_each_matches_its_job(lines: &Lines) {
    let all = lines.all();
    let mut threads: Vec<_> = all.iter().map(|line| format!("{:?}", line.thread)).collect();
    threads.sort();
    threads.dedup();
    assert!(threads.len() <= 2, "{threads:?}");
    for line in &all {
        let number: u32 = line.message.split(',').next().unwrap().trim_start_matches("job ").parse().unwrap();
        let tenant = [Some("acme"), Some("globex"), None][number as usize % 3];
        assert_eq!(line.tenant(), tenant, "{line:?}");
        assert_eq!(line.field("request_id").is_some(), tenant.is_some(), "{line:?}");
    }
    assert_eq!(all.iter().filter(|line| line.message.ends_with("plain")).count(), 300);
}
