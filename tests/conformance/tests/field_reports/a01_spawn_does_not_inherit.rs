//! A value that is there in the handler is gone in the work that it starts; one forgotten wrapper is enough.

use support::{Ctx, Lines, admit, gate, raw};

/// Starts work in every way, with nothing ambient set up around it.
async fn handler(ctx: &Ctx, lines: &Lines) {
    assert!(tracing::Span::current().is_none());
    let text = |at: &str| lines.text(at);

    let (task, boxed) = (text("task"), text("blocking"));
    ctx.spawn(async move |_| tracing::info!("{task}")).await.unwrap();
    ctx.spawn_blocking(move |_| tracing::info!("{boxed}")).await.unwrap();

    let mut set = ctx.join_set();
    let (task, blocking) = (text("set task"), text("set blocking"));
    set.spawn(async move |_| tracing::info!("{task}"));
    set.spawn_blocking(move |_| tracing::info!("{blocking}"));
    set.join_all().await;

    let thread = text("thread");
    raw::joined(ctx.thread("work", move |_| tracing::info!("{thread}")).unwrap()).await.unwrap();
}

#[tokio::test]
async fn all_work_that_a_handler_starts_has_its_tenant() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    handler(&turn, &lines).await;
    let all = lines.all();
    assert_eq!(all.len(), 5);
    for line in all {
        assert_eq!(line.tenant(), Some("acme"), "{line:?}");
        assert_eq!(line.field("request_id"), Some(&*turn.fields().request_id.to_string()));
    }
}

/// What the others are compared with: the raw form really loses it, also in the span of the turn.
#[tokio::test]
async fn a_raw_task_has_no_tenant() {
    let (gate, lines) = (gate(), Lines::capture());
    let text = lines.text("raw");
    let task = admit(&gate, "acme").in_span(|_| raw::task(async move { tracing::info!("{text}") }));
    task.await.unwrap();
    assert_eq!(lines.one("raw").tenant(), None);
}
