//! The same for a callback.

use application::{Ctx, load_now};

fn callback(ctx: &Ctx) -> Box<dyn Fn(u64) -> String + Send + '_> {
    Box::new(move |id| load_now(ctx, id))
}

#[test]
fn it_is_called_in_place() {
    let turn = crate::turn("acme");
    let row = callback(&turn);
    assert_eq!([row(1), row(2)], ["row 1 of acme", "row 2 of acme"]);
}
