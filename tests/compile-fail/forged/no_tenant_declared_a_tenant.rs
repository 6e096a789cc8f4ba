// leads to: gate.platform
impl ctx::Tenant for ctx::NoTenant {}

fn main() {}
