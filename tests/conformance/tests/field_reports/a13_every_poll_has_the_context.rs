//! A context that is there at the first poll only: everything after the first suspension has none, above all when another
//! thread wakes the task.

use std::future::poll_fn;
use std::sync::mpsc;
use std::task::{Poll, Waker};

use support::{Lines, admit, gate, raw};

/// Suspends once, to be woken by a thread that is no worker of the runtime.
async fn woken_by_a_thread(waker: &mpsc::Sender<Waker>) {
    let mut suspended = false;
    poll_fn(|cx| {
        if suspended {
            return Poll::Ready(());
        }
        suspended = true;
        waker.send(cx.waker().clone()).unwrap();
        Poll::Pending
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_tasks_woken_by_a_thread() {
    let (gate, lines) = (gate(), Lines::capture());
    let (waker, wakers) = mpsc::channel::<Waker>();
    let waking = raw::thread(move || wakers.iter().for_each(Waker::wake));
    let mut tasks = Vec::new();
    for number in 0..100 {
        let tenant = ["acme", "globex"][number % 2];
        let (lines, waker) = (lines.clone(), waker.clone());
        tasks.push(admit(&gate, tenant).spawn(async move |ctx| {
            for _ in 0..5 {
                tracing::info!("{}", lines.text(tenant));
                woken_by_a_thread(&waker).await;
                tracing::info!("{}", lines.text(tenant));
                assert_eq!(tracing::Span::current().id(), ctx.span_id());
            }
        }));
    }
    drop(waker);
    for task in tasks {
        task.await.unwrap();
    }
    raw::joined(waking).await.unwrap();
    let all = lines.all();
    assert_eq!(all.len(), 1000);
    assert!(all.iter().all(|line| line.tenant() == Some(&*line.message)), "empty or swapped");
}
