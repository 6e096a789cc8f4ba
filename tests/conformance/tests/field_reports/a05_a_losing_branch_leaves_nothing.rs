//! The branch of a `select!` or a timeout that loses is dropped where it awaits; what it had set stays set.

use std::time::Duration;

use support::{Ctx, Lines, admit, gate};
use tokio::time::{sleep, timeout};

/// Opens a scope with a field of its own, and sleeps in it.
async fn step(ctx: &Ctx, lines: &Lines) {
    let scope = ctx.map_fields(|fields| fields.at("inner"));
    scope
        .in_span_async(async |ctx| {
            tracing::info!("{}", lines.text("inner"));
            ctx.until_done(sleep(Duration::from_secs(1))).await.expect("nobody cancels");
        })
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_thousand_timeouts() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let work = turn.spawn(async move |ctx| {
        let mut holders = Vec::new();
        for _ in 0..1000 {
            let lost = timeout(Duration::from_millis(2), step(ctx, &lines)).await;
            assert!(lost.is_err());
            // No span of the step is current any more: plain lines belong to the turn again.
            assert_eq!(tracing::Span::current().id(), ctx.span_id());
            tracing::info!("{}", lines.text("outer"));
            holders.push(gate.still_running()[0].holders());
        }
        assert!(holders.iter().all(|held| *held == holders[0]), "no context is left behind");
        lines
    });
    let lines = work.await.unwrap();
    let (inner, outer) = (lines.with("inner"), lines.with("outer"));
    assert_eq!((inner.len(), outer.len()), (1000, 1000));
    assert!(inner.iter().all(|line| line.field("step") == Some("inner")));
    assert!(outer.iter().all(|line| line.field("step").is_none() && line.tenant() == Some("acme")));
}

#[tokio::test(start_paused = true)]
async fn the_branch_that_loses_a_select() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let work = turn.spawn(async move |ctx| {
        for _ in 0..100 {
            tokio::select! {
                () = step(ctx, &lines) => panic!("the longer one won"),
                () = sleep(Duration::from_millis(1)) => tracing::info!("{}", lines.text("won")),
            }
        }
        lines
    });
    let lines = work.await.unwrap();
    assert!(lines.with("won").iter().all(|line| line.field("step").is_none() && line.tenant() == Some("acme")));
    assert_eq!(lines.with("won").len(), 100);
}
