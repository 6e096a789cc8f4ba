//! Spans of turns that somebody filters out, or in.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;

use crate::identity::{Request, admit, gate};

/// A filter that is changed while a turn is running: the span it was admitted in may be gone by then.
#[test]
fn spans_that_are_switched_on_in_the_middle_of_a_turn() {
    let on = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&on);
    let filter = filter_fn(move |metadata| metadata.name() != "turn" || asked.load(Ordering::Relaxed));
    let subscriber = tracing_subscriber::registry().with(tracing_subscriber::layer::Identity::new().and_then(filter));
    tracing::subscriber::with_default(subscriber, || {
        let server = tracing::info_span!("request");
        let turn = server.in_scope(|| admit(&gate(), "acme"));
        assert!(!server.is_disabled() && turn.span_id().is_none());
        drop(server);
        on.store(true, Ordering::Relaxed);
        tracing::callsite::rebuild_interest_cache();

        let derived = turn.with_fields(Request::new("r2"));
        assert!(derived.span_id().is_some());
        derived.in_span(|_| assert_eq!(tracing::Span::current().id(), derived.span_id()));
        drop(turn.platform("billing", ()));
        drop(turn.detach("audit"));
    });
}

/// On a thread without a subscriber nothing is logged, and everything else works.
#[tokio::test]
async fn no_subscriber() {
    let turn = admit(&gate(), "acme");
    let derived = turn.with_fields(Request::new("r2"));
    let task = derived.spawn(async |ctx| {
        ctx::info!(ctx, "nobody listens");
        ctx.in_span_async(async |ctx| ctx.fields().id.clone()).await
    });
    assert_eq!(task.await.unwrap(), "r2");
}
