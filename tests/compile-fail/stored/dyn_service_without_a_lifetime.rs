// leads to: takes `ctx: &Ctx`
use application::Ctx;

trait Tool {}

struct Search<'c> {
    _ctx: &'c Ctx,
}

impl Tool for Search<'_> {}

fn register(_tool: Box<dyn Tool>) {}

fn handler(ctx: &Ctx) {
    register(Box::new(Search { _ctx: ctx }));
}

fn main() {}
