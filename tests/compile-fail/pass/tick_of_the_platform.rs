//! Ticks of the platform have a context too, of nobody.

use std::time::Duration;

use application::{Ctx, PlatformCtx};
use ctx::hops::{Attached, Platform};

async fn tick(ctx: &PlatformCtx) -> &'static str {
    ctx.kind()
}

async fn ticked(ctx: &Ctx) -> (&'static str, &'static str) {
    let of_nobody = ctx.after(Platform("refresh"), Duration::ZERO, tick);
    let of_the_turn = ctx.after(Attached, Duration::ZERO, async |ctx| ctx.tenant().0);
    (of_nobody.await.unwrap().unwrap(), of_the_turn.await.unwrap().unwrap())
}

#[tokio::test]
async fn the_type_says_whose_they_are() {
    assert_eq!(ticked(&crate::turn("acme")).await, ("refresh", "acme"));
}
