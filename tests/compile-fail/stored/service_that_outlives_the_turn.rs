// leads to: takes `ctx: &Ctx`
use application::Ctx;

struct Client {
    ctx: &'static Ctx,
}

fn client(ctx: &Ctx) -> Client {
    Client { ctx }
}

fn main() {}
