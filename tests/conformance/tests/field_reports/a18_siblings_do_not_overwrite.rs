//! Concurrent children set a tag on a shared object: lines show another child's value, and updates get lost.

use futures_util::future::join_all;
use support::{Ctx, Lines, TurnFields, admit, gate};
use tokio::task::yield_now;

const STEPS: [&str; 20] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19"];

async fn child(ctx: &Ctx, lines: &Lines, step: &'static str) {
    let one = ctx.map_fields(|fields| fields.at(step));
    yield_now().await;
    ctx::info!(one, "{}", lines.text(step));
    let two = one.map_fields(|fields| TurnFields { request_id: fields.request_id + 1_000_000, ..fields.clone() });
    yield_now().await;
    ctx::info!(two, "{}", lines.text(format_args!("{step}, again")));
    ctx::info!(one, "{}", lines.text(format_args!("{step}, still")));
    assert_eq!(one.fields().step, Some(step));
}

#[track_caller]
fn assert_steps(lines: &Lines, request: u64) {
    for step in STEPS {
        for (message, request) in [
            (step.to_owned(), request),
            (format!("{step}, still"), request),
            (format!("{step}, again"), request + 1_000_000),
        ] {
            let line = lines.one(&message);
            assert_eq!((line.field("step"), line.tenant()), (Some(step), Some("acme")));
            assert_eq!(line.field("request_id"), Some(&*request.to_string()));
        }
    }
}

#[tokio::test]
async fn twenty_children_in_one_task() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    join_all(STEPS.map(|step| child(&turn, &lines, step))).await;
    ctx::info!(turn, "{}", lines.text("parent"));
    assert_steps(&lines, turn.fields().request_id);
    assert_eq!((turn.fields().step, lines.one("parent").field("step")), (None, None), "the parent never has it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_children_in_tasks() {
    let (gate, lines) = (gate(), Lines::capture());
    let turn = admit(&gate, "acme");
    let mut set = turn.join_set();
    for step in STEPS {
        let lines = lines.clone();
        set.spawn(async move |ctx| child(ctx, &lines, step).await);
    }
    set.join_all().await;
    assert_steps(&lines, turn.fields().request_id);
    assert_eq!(turn.fields().step, None);
}
