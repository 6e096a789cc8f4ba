//! A raw form is accepted where it says why.

#[ctx::with_ctx(raw = "no work of the turn: it warms a cache of the process")]
async fn warmed() -> (u64, &'static str) {
    (tokio::spawn(async { 1 }).await.unwrap(), ctx.tenant().0)
}

#[tokio::test]
async fn it_runs() {
    assert_eq!(warmed(&crate::turn("acme")).await, (1, "acme"));
}
