//! One message for several receivers.

use std::sync::Arc;

use ctx::Stamped;
use tokio::sync::{broadcast, watch};

use crate::identity::{Request, TenantId, Version, admit, gate};

type Shared = Arc<Stamped<u32, TenantId, Version, Request>>;

#[tokio::test]
async fn each_receiver_has_the_one_context() {
    let gate = gate();
    let (sender, first) = broadcast::channel::<Shared>(2);
    let receivers = [first, sender.subscribe(), sender.subscribe()];
    let turn = admit(&gate, "acme");
    let span = turn.span_id();
    sender.send(Arc::new(turn.stamp(7))).unwrap();
    turn.cancel();
    drop(turn);
    for mut receiver in receivers {
        let message = receiver.recv().await.unwrap();
        let opened = message.open_ref(async |ctx, value| {
            assert_eq!((ctx.tenant().0, *value, ctx.span_id()), ("acme", 7, span.clone()));
            ctx.check().unwrap_err().is_cancelled()
        });
        assert!(opened.await);
    }
    assert_eq!(gate.live(), 0, "the last receiver has let go of it");
}

#[tokio::test]
async fn a_value_that_is_watched_keeps_its_turn_until_it_is_replaced() {
    let gate = gate();
    let (sender, receiver) = watch::channel::<Option<Shared>>(None);
    sender.send_replace(Some(Arc::new(admit(&gate, "acme").stamp(1))));
    assert_eq!(gate.live(), 1);
    let seen = receiver.borrow().clone().expect("there is one");
    assert_eq!(seen.open_ref(async |ctx, value| (ctx.tenant().0, *value)).await, ("acme", 1));
    drop(seen);
    sender.send_replace(None);
    assert_eq!(gate.live(), 0);
}
