// leads to: gate.admit
use application::{AgentPin, Ctx, TenantId, TurnFields};

fn forged() -> Ctx {
    Ctx::new(TenantId("acme"), AgentPin(1), TurnFields { request_id: 1 })
}

fn main() {}
