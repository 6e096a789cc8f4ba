// leads to: gate.admit
use application::Ctx;

fn from_the_wire<T: for<'de> serde::Deserialize<'de>>(_: &str) -> Option<T> {
    None
}

fn forged(header: &str) -> Option<Ctx> {
    from_the_wire(header)
}

fn main() {}
