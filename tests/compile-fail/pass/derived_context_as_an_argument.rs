//! A derived context is passed on like the one it came from.

use std::time::Duration;

use application::{Ctx, load_now};

fn limited(ctx: &Ctx) -> (String, bool) {
    let ctx = &ctx.with_time_limit(Duration::from_secs(60));
    (load_now(ctx, 1), ctx.deadline().is_some())
}

#[test]
fn the_parent_has_no_deadline() {
    let turn = crate::turn("acme");
    assert_eq!(limited(&turn), ("row 1 of acme".to_owned(), true));
    assert_eq!(turn.deadline(), None);
}
