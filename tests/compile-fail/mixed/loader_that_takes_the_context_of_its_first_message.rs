// leads to: Batch::by_tenant
use application::{Ctx, Stamped};

async fn load_many(ctx: &Ctx, ids: Vec<u64>) -> usize {
    ids.len() + ctx.tenant().0.len()
}

async fn serve(queued: Vec<Stamped<u64>>) -> usize {
    let ctx = queued[0].inspect(|ctx, _| ctx);
    let ids = queued.iter().map(|message| *message.peek()).collect();
    load_many(ctx, ids).await
}

fn main() {}
