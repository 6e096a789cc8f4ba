// leads to: ctx::LogFields
use application::{AgentPin, TenantId, TurnFields};

fn enter(gate: &ctx::Gate) {
    let _ = gate.admit(TenantId("acme"), TurnFields { request_id: 1 }, AgentPin(1));
}

fn main() {}
