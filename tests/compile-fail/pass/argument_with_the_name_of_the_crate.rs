//! `ctx` is the crate in a path and the argument elsewhere; they do not meet.

use application::Ctx;

fn logged(ctx: &Ctx, rows: usize) -> &'static str {
    ctx::info!(ctx, rows, "loaded for {}", ctx.tenant());
    ctx.kind()
}

#[test]
fn both_are_found() {
    assert_eq!(logged(&crate::turn("acme"), 3), "turn");
}
