// leads to: Batch::by_tenant
use application::{AgentPin, Stamped, TenantId, TurnFields};

type Batch<V> = ctx::Batch<V, TenantId, AgentPin, TurnFields>;

async fn load_many(batch: Batch<u64>) -> usize {
    batch.open("load", async |ctx, ids| ids.len() + ctx.tenant().0.len()).await
}

async fn serve(queued: Vec<Stamped<u64>>) -> usize {
    load_many(queued).await
}

fn main() {}
