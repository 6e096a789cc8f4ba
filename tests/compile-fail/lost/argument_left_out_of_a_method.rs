// leads to: pass `ctx` first
use application::Ctx;

struct Rows;

impl Rows {
    fn count(&self, _ctx: &Ctx) -> usize {
        3
    }
}

fn handler(_ctx: &Ctx, rows: &Rows) -> usize {
    rows.count()
}

fn main() {}
