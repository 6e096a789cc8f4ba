// leads to: pass `&Ctx`
use application::Ctx;

fn copied(ctx: &Ctx) -> Ctx {
    *ctx
}

fn main() {}
