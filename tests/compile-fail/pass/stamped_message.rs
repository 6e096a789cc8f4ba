//! Each message brings its own context, also through one channel.

use application::{Stamped, load};

async fn worker(mut jobs: tokio::sync::mpsc::Receiver<Stamped<u64>>) -> Vec<String> {
    let mut rows = Vec::new();
    while let Some(job) = jobs.recv().await {
        rows.push(job.open(load).await);
    }
    rows
}

#[tokio::test]
async fn two_tenants_keep_apart() {
    let (sender, receiver) = tokio::sync::mpsc::channel(2);
    sender.send(crate::turn("acme").stamp(1)).await.unwrap();
    sender.send(crate::turn("globex").stamp(2)).await.unwrap();
    drop(sender);
    assert_eq!(worker(receiver).await, ["row 1 of acme", "row 2 of globex"]);
}
