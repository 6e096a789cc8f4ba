// leads to: turn.thread
use application::{AgentPin, TenantId, TurnFields, load_now};

fn entry(gate: &ctx::Gate) -> Result<(), ctx::Error> {
    let turn = gate.admit(TenantId("acme"), AgentPin(1), TurnFields { request_id: 1 })?;
    std::thread::spawn(|| load_now(&turn, 1));
    Ok(())
}

fn main() {}
