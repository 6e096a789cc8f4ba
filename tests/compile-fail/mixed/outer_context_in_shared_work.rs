// leads to: async move |ctx|
use application::{AgentPin, Ctx, TenantId, load};

type SingleFlight = ctx::SingleFlight<u64, String, TenantId, AgentPin>;

async fn find(ctx: &Ctx, flight: &SingleFlight) -> Result<String, ctx::Error> {
    flight.run(ctx, 7, async move |_| load(ctx, 7).await).await
}

fn main() {}
