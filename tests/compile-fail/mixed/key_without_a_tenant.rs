// leads to: ctx.key
use application::TenantId;
use ctx::TenantKey;

fn find(_: &TenantKey<&str, TenantId>) -> Option<String> {
    None
}

fn answer() -> Option<String> {
    find(&"refund")
}

fn main() {}
