pub async fn show(turn: crate::Turn, Path(id): Path<u64>, body: Json<Body>) -> String {
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    let ctx: &crate::Ctx = &turn;
    load(ctx, id, body).await
}
#[allow(clippy::needless_pass_by_value, reason = "an entry owns its turn")]
fn nightly(turn: crate::PlatformTurn) {
    //! Kept first.
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    let platform: &crate::PlatformCtx = &turn;
    sweep(platform);
}
impl Consumer {
    async fn consume(&mut self, turn: crate::Turn, message: Message) {
        let ctx: &crate::Ctx = &turn;
        self.handle(message).await
    }
}
#[allow(clippy::needless_pass_by_value, reason = "an entry owns its turn")]
fn begins_with_items(turn: crate::Turn) -> usize {
    #![allow(unused)]
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    let ctx: &crate::Ctx = &turn;
    {
        #[inline]
        fn nested() -> usize {
            1
        }
        count(ctx) + nested()
    }
}
#[tokio::test]
async fn rows_are_loaded() {
    let turn = crate::test_turn();
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    let ctx: &crate::Ctx = &turn;
    assert_eq!(load(ctx, 1). await, 1);
}
#[test]
fn rows_are_counted() {
    let turn = crate::fixtures::turn();
    #[allow(unused_variables, reason = "`#[with_ctx]` added it")]
    let ctx: &my_facade::Ctx = &turn;
    assert_eq!(count(ctx), 1);
}
