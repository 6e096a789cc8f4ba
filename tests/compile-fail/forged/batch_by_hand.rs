// leads to: Batch::by_tenant
use application::{AgentPin, Stamped, TenantId, TurnFields};
use ctx::Batch;

fn all_at_once(queued: Vec<Stamped<u64>>) -> Batch<u64, TenantId, AgentPin, TurnFields> {
    Batch { messages: queued }
}

fn main() {}
