// leads to: turn.spawn
use application::{AgentPin, TenantId, TurnFields, load};

async fn entry(gate: &ctx::Gate) -> Result<(), ctx::Error> {
    let turn = gate.admit(TenantId("acme"), AgentPin(1), TurnFields { request_id: 1 })?;
    tokio::spawn(async { load(&turn, 1).await });
    Ok(())
}

fn main() {}
