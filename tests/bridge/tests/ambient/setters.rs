//! Old code that sets its place in the middle of its work: it finds again what it set, and nobody else does.

use bridge::{Old, gate, set_pin, set_tenant, set_user, with_request};
use support::admit;
use tokio::sync::oneshot;
use tokio::task::yield_now;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_work_has_it_again_at_the_next_poll() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    for _ in 0..50 {
        let work = turn.spawn(async |ctx| {
            set_tenant(Some("inner"));
            set_pin(7);
            set_user("inner");
            let expected = Old { tenant: Some("inner"), pin: 7, user: Some("inner".to_owned()), ..Old::under(ctx) };
            // On whatever thread it goes on.
            for _ in 0..20 {
                yield_now().await;
                assert_eq!(Old::here(), expected);
            }
        });
        work.await.unwrap();
    }
}

#[tokio::test]
async fn neither_the_submitter_nor_other_work_sees_it() {
    let gate = gate();
    let turn = admit(&gate, "acme");
    let own = Old::under(&turn);
    let (set, is_set) = oneshot::channel();
    let (go, goes) = oneshot::channel::<()>();
    let setter = turn.spawn(async move |ctx| {
        set_tenant(Some("inner"));
        // What it starts begins with the context it is given.
        assert_eq!(ctx.spawn(async |_| Old::here()).await.unwrap(), Old::under(ctx));
        assert_eq!(ctx.in_span(|_| Old::here()), Old::under(ctx));
        assert_eq!(Old::here().tenant, Some("inner"));
        set.send(()).unwrap();
        goes.await.unwrap();
        Old::here().tenant
    });
    is_set.await.unwrap();
    assert_eq!(Old::here(), Old::NOTHING);
    assert_eq!(turn.spawn(async |_| Old::here()).await.unwrap(), own);
    assert_eq!(turn.in_span(|_| Old::here()), own);
    go.send(()).unwrap();
    assert_eq!(setter.await.unwrap(), Some("inner"));
    assert_eq!(Old::here(), Old::NOTHING);
}

#[tokio::test]
async fn what_it_clears_stays_cleared() {
    let turn = admit(&gate(), "acme");
    let work = turn.spawn(async |_| {
        set_tenant(None);
        yield_now().await;
        Old::here().tenant
    });
    assert_eq!(work.await.unwrap(), None);
}

#[tokio::test]
async fn it_is_there_when_the_work_is_dropped() {
    struct Looks(std::sync::mpsc::Sender<Option<&'static str>>);
    impl Drop for Looks {
        fn drop(&mut self) {
            self.0.send(Old::here().tenant).unwrap();
        }
    }

    let turn = admit(&gate(), "acme");
    let (sender, dropped) = std::sync::mpsc::channel();
    let work = turn.spawn(async move |_| {
        let _looks = Looks(sender);
        set_tenant(Some("inner"));
        std::future::pending::<()>().await;
    });
    yield_now().await;
    work.abort();
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!(dropped.recv().unwrap(), Some("inner"));
}

#[tokio::test]
async fn an_old_scope_in_the_middle_ends_with_itself() {
    let turn = admit(&gate(), "acme");
    let own = turn.fields().request_id;
    let work = turn.spawn(async |_| {
        let inner = with_request(0, async {
            yield_now().await;
            Old::here().request
        });
        (inner.await, Old::here().request)
    });
    assert_eq!(work.await.unwrap(), (Some(0), Some(own)));
}

/// Each call of a repeated closure is a piece of work of its own.
#[test]
fn the_next_call_begins_anew() {
    let turn = admit(&gate(), "acme");
    let mut each = turn.bind_mut(|_, next: &'static str| {
        let before = Old::here().tenant;
        set_tenant(Some(next));
        before
    });
    assert_eq!([each("one"), each("two")], [Some("acme"), Some("acme")]);
    assert_eq!(Old::here(), Old::NOTHING);
}
