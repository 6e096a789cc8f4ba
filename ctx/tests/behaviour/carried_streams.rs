//! Streams and sinks of others under a context: how long the turn lives, and what is polled.

use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use futures_util::{FutureExt, Sink, SinkExt, Stream, StreamExt, stream};

use crate::identity::{admit, gate};

#[tokio::test]
async fn the_turn_lives_until_the_stream_has_ended_or_is_dropped() {
    let gate = gate();
    let mut ends = Box::pin(admit(&gate, "acme").carry_stream(stream::iter([1, 2])));
    let unread = admit(&gate, "acme").carry_stream(stream::iter([1]));
    assert_eq!((ends.size_hint(), gate.live()), ((2, Some(2)), 2));
    assert_eq!((ends.next().await, ends.next().await, gate.live()), (Some(1), Some(2), 2));
    assert_eq!((ends.next().await, ends.next().await, gate.live()), (None, None, 1));
    assert_eq!(ends.size_hint(), (0, Some(0)));
    drop(unread);
    assert_eq!(gate.live(), 0);
}

#[tokio::test]
async fn what_the_stream_holds_is_gone_before_its_turn_ends() {
    struct Held(ctx::Gate);
    impl Drop for Held {
        fn drop(&mut self) {
            assert_eq!(self.0.live(), 1, "the turn is still there");
        }
    }
    let gate = gate();
    for polls in 0..3 {
        let held = Held(gate.clone());
        let items = stream::iter([1]).inspect(move |_| assert_eq!(held.0.live(), 1));
        let mut items = Box::pin(admit(&gate, "acme").carry_stream(items));
        for _ in 0..polls {
            items.next().await;
        }
        drop(items);
        assert_eq!(gate.live(), 0);
    }
}

#[tokio::test]
async fn a_panic_goes_on_and_the_stream_is_as_it_was() {
    let turn = admit(&gate(), "acme");
    let mut first = true;
    let items = stream::poll_fn(move |_| {
        assert!(!std::mem::replace(&mut first, false), "once");
        Poll::Ready(Some(7))
    });
    let mut items = pin!(turn.carry_stream(items));
    assert!(AssertUnwindSafe(items.next()).catch_unwind().await.is_err());
    assert_eq!(items.next().await, Some(7));
}

#[tokio::test]
async fn a_stream_that_borrows_can_be_carried_in_place() {
    let turn = admit(&gate(), "acme");
    let rows = ["a".to_owned(), "b".to_owned()];
    let lengths = turn.carry_stream(stream::iter(&rows).map(|row| row.len()));
    assert_eq!(lengths.collect::<Vec<_>>().await, [1, 1]);
}

/// Takes one item at a time, refuses `13`, and counts.
#[derive(Default)]
struct Counting {
    taken: Vec<u32>,
    flushed: usize,
}

impl Sink<u32> for &mut Counting {
    type Error = &'static str;

    fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), &'static str>> {
        Poll::Ready(Ok(()))
    }

    fn start_send(mut self: Pin<&mut Self>, item: u32) -> Result<(), &'static str> {
        if item == 13 {
            return Err("unlucky");
        }
        self.taken.push(item);
        Ok(())
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), &'static str>> {
        self.flushed += 1;
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), &'static str>> {
        self.poll_flush(cx)
    }
}

#[tokio::test]
async fn a_sink_takes_what_it_took_and_lets_go_when_it_is_closed() {
    let gate = gate();
    let mut counting = Counting::default();
    {
        let mut sink = Box::pin(admit(&gate, "acme").carry_sink(&mut counting));
        sink.send(1).await.unwrap();
        assert_eq!(sink.send(13).await, Err("unlucky"));
        sink.send_all(&mut stream::iter([Ok(2), Ok(3)])).await.unwrap();
        assert_eq!(gate.live(), 1);
        sink.close().await.unwrap();
        assert_eq!(gate.live(), 0);
        sink.close().await.unwrap();
        sink.flush().await.unwrap();
        assert!(AssertUnwindSafe(sink.send(4)).catch_unwind().await.is_err(), "it was closed");
    }
    assert_eq!((counting.taken, counting.flushed), (vec![1, 2, 3], 3));

    let mut counting = Counting::default();
    drop(admit(&gate, "acme").carry_sink(&mut counting));
    assert_eq!(gate.live(), 0);
}
