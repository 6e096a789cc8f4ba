//! What is dropped while its thread ends, when places are gone already. Without a subscriber: tracing's own does not bear it.

use std::cell::RefCell;
use std::pin::Pin;
use std::task::{Context, Waker};

use bridge::gate;
use support::admit;

type Work = Pin<Box<dyn Future<Output = ()>>>;

thread_local! {
    static KEPT: RefCell<Option<Work>> = const { RefCell::new(None) };
}

#[test]
fn work_that_a_thread_local_holds() {
    let turn = admit(&gate(), "acme");
    let (sender, dropped) = std::sync::mpsc::channel::<()>();
    let thread = support::raw::thread(move || {
        let mut work: Work = Box::pin(turn.carry(async move |_| {
            let _sender = sender;
            std::future::pending::<()>().await;
        }));
        // Used before the places are, so that they go first.
        KEPT.with_borrow_mut(|kept| {
            assert!(work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            *kept = Some(work);
        });
    });
    thread.join().unwrap();
    assert!(dropped.recv().is_err(), "it was dropped");
}
