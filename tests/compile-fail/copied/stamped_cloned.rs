// leads to: ctx.stamp
use application::Ctx;

fn copied(ctx: &Ctx) {
    let message = ctx.stamp(1);
    let _second = message.clone();
}

fn main() {}
