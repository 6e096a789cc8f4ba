//! Background work that goes on after the response: with the request's cancellation it dies at once, from an empty context it
//! loses its ids.

use std::time::Duration;

use support::{AgentPin, Lines, TenantId, TurnFields, gate};
use tokio::time::sleep;

const AUDIT: Duration = Duration::from_millis(50);

#[tokio::test(start_paused = true)]
async fn an_audit_outlives_its_request_and_not_the_process() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = gate.admission("chat").time_limit(Duration::from_millis(10));
    let turn = turn.admit(TenantId("acme"), AgentPin { version: 1 }, TurnFields::new()).unwrap();
    let request = turn.fields().request_id.to_string();
    let (audit_lines, child_lines) = (lines.clone(), lines.clone());
    let audit = turn.detach("audit").spawn(async move |ctx| {
        assert_eq!(ctx.deadline(), None);
        ctx.until_done(sleep(AUDIT)).await?;
        ctx::info!(ctx, "{}", audit_lines.text("written"));
        Ok::<_, ctx::Error>(())
    });
    let endless = turn.detach("replication").spawn(async |ctx| ctx.until_done(std::future::pending::<()>()).await);
    let child = turn.spawn(async move |ctx| {
        let ended = ctx.until_done(sleep(AUDIT)).await;
        ctx::info!(ctx, "{}", child_lines.text("child ended"));
        ended
    });
    // The response: the client is gone, and the deadline passes.
    drop(turn.canceller().on_drop());
    drop(turn);
    assert!(child.await.unwrap().unwrap_err().is_cancelled(), "a child that is not detached is cancelled");
    sleep(Duration::from_millis(20)).await;

    // The shutdown: what was begun may finish within the grace, and no longer.
    let report = gate.drain(Duration::from_secs(1)).await;
    audit.await.unwrap().expect("neither deadline nor cancellation reach it");
    let written = lines.one("written");
    assert_eq!((written.tenant(), written.field("request_id")), (Some("acme"), Some(&*request)));
    assert_eq!(written.field("kind"), Some("audit"));
    let left: Vec<_> = report.still_running().iter().map(|left| (left.kind(), left.tenant())).collect();
    assert_eq!(left, [("replication", Some("acme"))]);
    assert!(endless.await.unwrap().unwrap_err().is_shut_down());
    gate.idle().await;
}
