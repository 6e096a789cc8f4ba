// leads to: takes `ctx: &impl ctx::Context
use application::{AgentPin, Ctx, TenantId, TurnFields};

struct Mine;

impl ctx::Context for Mine {
    type Tenant = TenantId;
    type Pin = AgentPin;
    type Fields = TurnFields;

    fn as_ctx(&self) -> &Ctx {
        unreachable!()
    }
}

fn main() {}
