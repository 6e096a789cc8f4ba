// leads to: &'a Ctx
use application::Ctx;

struct Client {
    ctx: &Ctx,
}

fn main() {}
