// leads to: ctx.tenant()
use application::Ctx;

fn parts(ctx: &Ctx) {
    let _ = &ctx.0;
}

fn main() {}
