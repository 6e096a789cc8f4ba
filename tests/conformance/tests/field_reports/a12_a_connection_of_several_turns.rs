//! A context that is tied to the task of a connection, and not to a request, is seen by the next request on it.

use ctx::Gate;
use support::{Lines, admit, gate, raw};
use tokio::task::yield_now;

/// A request on a connection: with a tenant it is a turn, without one it has no context at all.
async fn request(gate: &Gate, tenant: Option<&'static str>, lines: &Lines, name: &str) {
    if let Some(tenant) = tenant {
        let turn = admit(gate, tenant);
        turn.in_span_async(async |_| {
            tracing::info!("{}", lines.text(name));
            yield_now().await;
            tracing::info!("{}", lines.text(name));
        })
        .await;
    } else {
        tracing::info!("{}", lines.text(name));
        yield_now().await;
        tracing::info!("{}", lines.text(name));
    }
}

#[tokio::test]
async fn one_after_the_other() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    let connection = raw::task(async move {
        request(&gate, Some("acme"), &marked, "first").await;
        request(&gate, None, &marked, "second").await;
        request(&gate, Some("globex"), &marked, "third").await;
        gate.live()
    });
    assert_eq!(connection.await.unwrap(), 0, "each turn ended with its request");
    for (message, tenant) in [("first", Some("acme")), ("second", None), ("third", Some("globex"))] {
        let found = lines.with(message);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|line| line.tenant() == tenant), "{found:?}");
    }
}

#[tokio::test]
async fn several_at_once() {
    let (gate, lines) = (gate(), Lines::capture());
    let marked = lines.clone();
    let connection = raw::task(async move {
        tokio::join!(
            request(&gate, Some("acme"), &marked, "acme"),
            request(&gate, None, &marked, "none"),
            request(&gate, Some("globex"), &marked, "globex"),
        );
    });
    connection.await.unwrap();
    for (message, tenant) in [("acme", Some("acme")), ("none", None), ("globex", Some("globex"))] {
        let found = lines.with(message);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|line| line.tenant() == tenant), "{found:?}");
    }
}
