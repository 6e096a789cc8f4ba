// leads to: &*turn
use application::{TenantId, Turn};

fn schema(ctx: &impl ctx::Context<Tenant = TenantId>) -> String {
    format!("tenant_{}", ctx.as_ctx().tenant())
}

fn entry(turn: &Turn) -> String {
    schema(turn)
}

fn main() {}
