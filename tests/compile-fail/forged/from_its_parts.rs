// leads to: gate.admit
use application::{AgentPin, Ctx, TenantId, TurnFields};

fn forged() -> Ctx {
    (TenantId("acme"), AgentPin(1), TurnFields { request_id: 1 }).into()
}

fn main() {}
