// leads to: pass `&Ctx` on
use application::Ctx;

fn copied(ctx: &Ctx) -> Ctx {
    ctx.clone()
}

fn main() {}
