//! A struct may hold the borrow, and be copied, for as long as the turn.

use application::{Ctx, load_now};

#[derive(Clone, Copy)]
struct Client<'c> {
    ctx: &'c Ctx,
}

impl Client<'_> {
    fn row(self, id: u64) -> String {
        load_now(self.ctx, id)
    }
}

#[test]
fn a_copy_has_the_same_context() {
    let turn = crate::turn("acme");
    let client = Client { ctx: &turn };
    let second = client;
    assert_eq!([client.row(1), second.row(2)], ["row 1 of acme", "row 2 of acme"]);
    assert!(std::ptr::eq(client.ctx, second.ctx));
}
