//! Platform work may start in the middle of a turn, and shows nothing of it.

use application::{Ctx, PlatformCtx};

fn cleaned(_ctx: &PlatformCtx) -> &'static str {
    "cleaned for nobody"
}

fn cleanup(ctx: &Ctx) -> &'static str {
    cleaned(&ctx.platform("cleanup", ()))
}

#[test]
fn it_needs_no_gate() {
    assert_eq!(cleanup(&crate::turn("acme")), "cleaned for nobody");
}
