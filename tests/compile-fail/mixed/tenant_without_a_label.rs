// leads to: Display` is not implemented for `CustomerId`
#[derive(Clone)]
struct CustomerId(u64);

impl ctx::Tenant for CustomerId {}

fn main() {}
