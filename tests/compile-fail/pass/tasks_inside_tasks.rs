//! The argument of a hop's closure is a context like any other.

use application::load;

#[tokio::test]
async fn the_innermost_has_the_tenant() {
    let turn = crate::turn("acme");
    let outer = turn.spawn(async move |ctx| {
        let inner = ctx.spawn(async move |ctx| ctx.spawn_blocking(|ctx| ctx.tenant().0).await.unwrap());
        (inner.await.unwrap(), load(ctx, 1).await)
    });
    assert_eq!(outer.await.unwrap(), ("acme", "row 1 of acme".to_owned()));
}
