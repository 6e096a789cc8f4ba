//! `in_span` and `in_span_async` are the forms without a guard.

use application::{TurnFields, load, load_now};

#[tokio::test]
async fn the_work_is_a_task_still() {
    let turn = crate::turn("acme");
    let task = turn.spawn(async move |ctx| {
        let step = ctx.with_fields(TurnFields { request_id: 2 });
        let row = step.in_span_async(async |ctx| load(ctx, ctx.fields().request_id).await).await;
        (row, step.in_span(|ctx| load_now(ctx, 3)))
    });
    assert_eq!(task.await.unwrap(), ("row 2 of acme".to_owned(), "row 3 of acme".to_owned()));
}
