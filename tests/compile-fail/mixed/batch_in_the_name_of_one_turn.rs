// leads to: Batch::by_tenant
use application::{Stamped, load};
use ctx::Batch;

async fn serve(queued: Vec<Stamped<u64>>) {
    for batch in Batch::by_tenant(queued) {
        batch.open("load", async |ctx, ids| load(ctx, ids[0]).await).await;
    }
}

fn main() {}
