//! A span that is entered by hand and held over an await tags whoever runs next on the thread. The form for async work enters
//! at every poll, and is `Send`.

use std::future::poll_fn;
use std::task::Poll;

use support::{Ctx, Lines, admit, gate};
use tokio::task::yield_now;

async fn steps(ctx: &Ctx, lines: &Lines, name: &str) {
    let scope = ctx.map_fields(|fields| fields.at("scope"));
    scope
        .in_span_async(async |_| {
            for _ in 0..50 {
                tracing::info!("{}", lines.text(name));
                yield_now().await;
            }
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_tenants_that_take_turns() {
    let (gate, lines) = (gate(), Lines::capture());
    let mut tasks = Vec::new();
    for tenant in ["acme", "globex"] {
        let lines = lines.clone();
        tasks.push(admit(&gate, tenant).spawn(async move |ctx| {
            steps(ctx, &lines, tenant).await;
            tracing::info!("{}", lines.text(format_args!("{tenant} outside")));
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    for tenant in ["acme", "globex"] {
        let inside = lines.with(tenant);
        assert_eq!(inside.len(), 50);
        assert!(inside.iter().all(|line| line.tenant() == Some(tenant) && line.field("step") == Some("scope")));
        let outside = lines.one(&format!("{tenant} outside"));
        assert_eq!((outside.tenant(), outside.field("step")), (Some(tenant), None));
    }
}

/// On one thread, by hand: between two polls nothing is entered.
#[tokio::test]
async fn nothing_is_entered_between_two_polls() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let mut work = std::pin::pin!(steps(&turn, &lines, "polled"));
    let polls = poll_fn(|cx| {
        let mut polls = 1;
        while work.as_mut().poll(cx).is_pending() {
            assert!(tracing::Span::current().is_none());
            polls += 1;
        }
        Poll::Ready(polls)
    });
    assert_eq!(polls.await, 51);
    assert_eq!(lines.with("polled").iter().filter(|line| line.tenant() == Some("acme")).count(), 50);
}

/// Futures of two tenants in one task.
#[tokio::test]
async fn joined_futures_of_two_tenants() {
    let (gate, lines) = (gate(), Lines::capture());
    let (a, b) = (admit(&gate, "acme"), admit(&gate, "globex"));
    tokio::join!(steps(&a, &lines, "acme"), steps(&b, &lines, "globex"));
    for tenant in ["acme", "globex"] {
        assert!(lines.with(tenant).iter().all(|line| line.tenant() == Some(tenant)));
    }
}
