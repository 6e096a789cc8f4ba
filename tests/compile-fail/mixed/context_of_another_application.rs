// leads to: expected `&Ctx<TenantId, AgentPin, TurnFields>`
use application::load_now;

#[derive(Clone)]
struct Customer;

impl std::fmt::Display for Customer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("customer")
    }
}

impl ctx::Tenant for Customer {}

fn handler(ctx: &ctx::Ctx<Customer>) -> String {
    load_now(ctx, 1)
}

fn main() {}
