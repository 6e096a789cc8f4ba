//! When the producer of a stream runs, and what becomes of its items.

use std::cell::Cell;
use std::panic::AssertUnwindSafe;

use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};

use crate::identity::{admit, gate};

#[tokio::test]
async fn an_item_goes_out_before_the_producer_goes_on() {
    let turn = admit(&gate(), "acme");
    let went_on = Cell::new(0);
    let items = turn.stream(async |_, out| {
        out.send(1).await;
        went_on.set(1);
        out.send(2).await;
        went_on.set(2);
    });
    let mut items = Box::pin(items);
    assert_eq!((items.next().await, went_on.get()), (Some(1), 0));
    assert_eq!((items.next().await, went_on.get()), (Some(2), 1));
    assert_eq!((items.next().await, went_on.get()), (None, 2));
}

#[tokio::test]
async fn an_item_is_not_lost_to_a_panic_after_it() {
    let turn = admit(&gate(), "acme");
    let mut items = Box::pin(turn.stream(async |_, out| {
        out.send("sent").await;
        panic!("after the item");
    }));
    assert_eq!(items.next().await, Some("sent"));
    let ended = AssertUnwindSafe(items.next()).catch_unwind().await;
    assert_eq!(ended.unwrap_err().downcast_ref::<&str>(), Some(&"after the item"));
}

#[tokio::test]
async fn an_item_whose_sender_did_not_wait_is_there_all_the_same() {
    let turn = admit(&gate(), "acme");
    let items = turn.stream(async |_, out| {
        assert_eq!(out.send(1).now_or_never(), None);
        out.send(2).await;
        assert_eq!(out.send(3).now_or_never(), None);
    });
    assert_eq!(items.collect::<Vec<_>>().await, [1, 2, 3]);
}

#[tokio::test]
async fn a_producer_that_polls_its_parts_only_when_woken() {
    let turn = admit(&gate(), "acme");
    let items = turn.stream(async |_, out| {
        let parts: FuturesUnordered<_> = [async {
            for item in 0..3 {
                out.send(item).await;
            }
        }]
        .into_iter()
        .collect();
        parts.count().await;
    });
    assert_eq!(items.collect::<Vec<_>>().await, [0, 1, 2]);
}
