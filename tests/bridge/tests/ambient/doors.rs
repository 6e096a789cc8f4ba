//! Old code in a request: from its call to the last byte of the body it is one piece of work.

use bridge::{BRIDGE, Old, gate, set_tenant};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, StreamBody};
use support::{Turn, admit};
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::yield_now;

#[tokio::test]
async fn what_old_code_sets_is_there_until_the_body_ends() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let own = Old::under(&turn);
    let (sender, mut seen) = unbounded_channel();
    let answer = ctx::tower::in_turn(turn, Request::new(()), |request: Request<()>| {
        sender.send(Old::here()).unwrap();
        async move {
            let turn = Turn::of(&request).unwrap();
            sender.send(Old::here()).unwrap();
            // Migrated code below old code is in the turn of the request.
            let old = Old::here();
            let fields = turn.fields().clone();
            let below = BRIDGE.turn(*turn.tenant(), support::AgentPin { version: old.pin }, fields);
            assert_eq!(below.kind(), turn.kind());
            set_tenant(Some("inner"));
            yield_now().await;
            sender.send(Old::here()).unwrap();
            let body = futures_util::stream::unfold(0, move |page| {
                let sender = sender.clone();
                async move {
                    yield_now().await;
                    sender.send(Old::here()).unwrap();
                    let frame = http_body::Frame::data(Bytes::from_static(b"page"));
                    (page < 2).then_some((Ok::<_, std::convert::Infallible>(frame), page + 1))
                }
            });
            Response::new(StreamBody::new(Box::pin(body)))
        }
    });
    let response = answer.await.unwrap();
    assert_eq!(Old::here(), Old::NOTHING);
    assert_eq!(response.into_body().collect().await.unwrap().to_bytes(), "pagepage");
    assert_eq!(Old::here(), Old::NOTHING);

    let inner = Old { tenant: Some("inner"), ..own.clone() };
    for expected in [&own, &own, &inner, &inner, &inner, &inner] {
        assert_eq!(&seen.recv().await.unwrap(), expected);
    }
    assert!(seen.recv().await.is_none());
    assert_eq!(gate.live(), 0);
}
