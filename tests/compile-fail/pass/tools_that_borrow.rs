//! Trait objects that borrow, in a list that does.

use application::{Ctx, load_now};

trait Tool {
    fn run(&self) -> String;
}

struct Search<'c> {
    ctx: &'c Ctx,
}

impl Tool for Search<'_> {
    fn run(&self) -> String {
        load_now(self.ctx, 1)
    }
}

fn tools(ctx: &Ctx) -> Vec<Box<dyn Tool + '_>> {
    vec![Box::new(Search { ctx })]
}

#[test]
fn they_run_for_the_tenant() {
    let turn = crate::turn("acme");
    assert_eq!(tools(&turn)[0].run(), "row 1 of acme");
}
