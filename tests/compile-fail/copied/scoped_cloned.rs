// leads to: pass `&Ctx` on
use application::{Ctx, TurnFields};

fn copied(ctx: &Ctx) {
    let step = ctx.with_fields(TurnFields { request_id: 2 });
    let _second = step.clone();
}

fn main() {}
