// leads to: ctx.stamp
use application::Ctx;
use tokio::sync::mpsc::Sender;

async fn enqueue(ctx: &Ctx, jobs: &Sender<(&'static Ctx, u64)>) {
    let _ = jobs.send((ctx, 1)).await;
}

fn main() {}
