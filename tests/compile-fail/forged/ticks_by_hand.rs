// leads to: Attached
use application::{AgentPin, Ctx, TenantId, TurnFields};

struct Mine;

impl ctx::hops::Ticks<TenantId, AgentPin, TurnFields> for Mine {
    type Tenant = TenantId;
    type Pin = AgentPin;
    type Fields = TurnFields;

    fn of(self, _: &Ctx) -> Ctx {
        unreachable!()
    }
}

fn main() {}
