// leads to: takes `ctx: &Ctx`
use application::Ctx;

fn handler(ctx: &Ctx) {
    ctx.bind(|ctx| ctx);
}

fn main() {}
