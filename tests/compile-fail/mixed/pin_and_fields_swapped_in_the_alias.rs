// leads to: `AgentPin: LogFields`
use application::{AgentPin, TenantId, TurnFields};

type Ctx = ctx::Ctx<TenantId, TurnFields, AgentPin>;

fn handler(ctx: &Ctx) {
    ctx.spawn_blocking(|_| 1);
}

fn main() {}
