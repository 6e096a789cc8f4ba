// leads to: pass `&Ctx` on
use application::{AgentPin, TenantId, TurnFields};

fn copied(gate: &ctx::Gate) -> Result<(), ctx::Error> {
    let turn = gate.admit(TenantId("acme"), AgentPin(1), TurnFields { request_id: 1 })?;
    let _second = turn.clone();
    Ok(())
}

fn main() {}
