//! Derived contexts show what is theirs, and of what they do not have any more what they were derived from.

use bridge::{Old, gate};
use support::{TurnFields, admit};

#[derive(Clone, ctx::LogFields)]
struct Step {
    step: &'static str,
}

#[derive(Clone, ctx::LogFields)]
struct Page {
    page: u32,
}

#[test]
fn other_values_of_the_same_fields() {
    let turn = admit(&gate(), "acme");
    let other = turn.with_fields(TurnFields::new());
    assert_ne!(other.fields().request_id, turn.fields().request_id);
    assert_eq!(other.in_span(|_| Old::here()), Old::under(&other));
}

#[tokio::test]
async fn fields_of_another_type() {
    let turn = admit(&gate(), "acme");
    let expected = Old::under(&turn);
    let step = turn.with_fields(Step { step: "retrieval" });
    assert_eq!(step.in_span(|_| Old::here()), expected);
    assert_eq!(step.fields().step, "retrieval");
    // Further down, and on roots of their own.
    let page = step.with_fields(Page { page: 1 });
    assert_eq!(page.spawn(async |ctx| (ctx.fields().page, Old::here())).await.unwrap(), (1, expected.clone()));
    assert_eq!(page.with_fields(()).bind(|_| Old::here())(), expected);
    assert_eq!(page.detach("audit").spawn(async |_| Old::here()).await.unwrap(), expected);
    assert_eq!(page.task("index").spawn(async |_| Old::here()).await.unwrap(), expected);
    assert_eq!(page.with_time_limit(std::time::Duration::from_secs(9)).in_span(|_| Old::here()), expected);
    // Fields of the first type again: these count.
    let again = page.with_fields(TurnFields::new());
    assert_eq!(again.in_span(|_| Old::here()), Old::under(&again));
    assert_eq!(again.with_fields(Page { page: 2 }).in_span(|_| Old::here()), Old::under(&again));
    assert_eq!(page.platform("sweep", ()).in_span(|_| Old::here()), Old::NOTHING);
}
