// leads to: hand on the `Turn`
use application::{AgentPin, Ctx, TenantId, TurnFields};

fn enter(gate: &ctx::Gate) -> Result<&Ctx, ctx::Error> {
    let turn = gate.admit(TenantId("acme"), AgentPin(1), TurnFields { request_id: 1 })?;
    Ok(&turn)
}

fn main() {}
