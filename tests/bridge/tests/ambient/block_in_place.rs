//! `block_in_place` gives the worker away and stays on the thread.

use bridge::{Old, gate, set_tenant};
use support::admit;
use tokio::runtime::Handle;
use tokio::task::{block_in_place, yield_now};

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn old_code_in_it_and_after_it() {
    let gate = gate();
    let (acme, globex) = (admit(&gate, "acme"), admit(&gate, "globex"));
    let (sender, receiver) = std::sync::mpsc::channel();
    let blocked = acme.spawn(async move |ctx| {
        set_tenant(Some("inner"));
        let own = Old { tenant: Some("inner"), ..Old::under(ctx) };
        block_in_place(|| {
            assert_eq!(Old::here(), own);
            // Runs on the thread that took over the worker.
            let other: Old = receiver.recv().unwrap();
            assert_eq!(other.tenant, Some("globex"));
            assert_eq!(Old::here(), own);
            // And on this thread, inside.
            Handle::current().block_on(ctx.in_span_async(async |ctx| {
                yield_now().await;
                assert_eq!(Old::here(), Old::under(ctx));
            }));
            assert_eq!(Old::here(), own);
        });
        yield_now().await;
        assert_eq!(Old::here(), own);
    });
    globex.spawn(async move |_| sender.send(Old::here()).unwrap()).await.unwrap();
    blocked.await.unwrap();
    for _ in 0..4 {
        assert_eq!(support::raw::task(async { Old::here() }).await.unwrap(), Old::NOTHING);
    }
}
