//! Messages of several tenants in one queue: each batch has one context, and so has work that is shared.

use application::{AgentPin, Ctx, Stamped, TenantId, TurnFields};
use ctx::Batch;

type Batcher<V> = ctx::Batcher<V, TenantId, AgentPin, TurnFields>;
type SingleFlight<K, V> = ctx::SingleFlight<K, V, TenantId, AgentPin>;

/// Of several turns: without the log fields of one.
type TenantCtx = ctx::Ctx<TenantId, AgentPin>;

async fn load_many(ctx: &TenantCtx, ids: Vec<u64>) -> String {
    format!("{} of {}", ids.len(), ctx.tenant())
}

async fn serve(queued: Vec<Stamped<u64>>) -> Vec<String> {
    let mut loaded = Vec::new();
    for batch in Batch::by_tenant(queued) {
        loaded.push(batch.open("load", load_many).await);
    }
    loaded
}

async fn through_a_batcher(ctx: &Ctx) {
    let batcher = Batcher::<u64>::builder("load").start(ctx, async |ctx, ids| {
        load_many(ctx, ids).await;
    });
    batcher.send(ctx, 7).await.unwrap();
    batcher.flush().await;
}

async fn once_for_all(ctx: &Ctx, flight: &SingleFlight<u64, String>, id: u64) -> Result<String, ctx::Error> {
    flight.run(ctx, id, async move |ctx| application::load(ctx, id).await).await
}

#[tokio::test]
async fn each_has_the_context_of_its_tenant() {
    let (acme, globex) = (crate::turn("acme"), crate::turn("globex"));
    assert_eq!(serve(vec![acme.stamp(1), globex.stamp(2), acme.stamp(3)]).await, ["2 of acme", "1 of globex"]);
    through_a_batcher(&acme).await;
    assert_eq!(once_for_all(&globex, &SingleFlight::new("row"), 7).await.unwrap(), "row 7 of globex");
}
