// leads to: ctx.join_set
use application::Ctx;

fn handler(_ctx: &Ctx) {
    let _rows = ctx::JoinSet::<u64, application::TenantId>::new();
}

fn main() {}
