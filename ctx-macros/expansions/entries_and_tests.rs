//! Functions that own their turn: the body begins with its context.

#[with_ctx(entry)]
pub async fn show(Path(id): Path<u64>, body: Json<Body>) -> String {
    load(ctx, id, body).await
}

#[with_ctx(entry = crate::PlatformTurn, crate::PlatformCtx, name = platform)]
fn nightly() {
    //! Kept first.
    sweep(platform);
}

impl Consumer {
    #[with_ctx(entry)]
    async fn consume(&mut self, message: Message) {
        self.handle(message).await
    }
}

#[with_ctx(entry)]
fn begins_with_items() -> usize {
    #![allow(unused)]
    #[inline]
    fn nested() -> usize {
        1
    }
    count(ctx) + nested()
}

#[with_ctx(test)]
#[tokio::test]
async fn rows_are_loaded() {
    assert_eq!(load(ctx, 1).await, 1);
}

#[with_ctx(test = crate::fixtures::turn, crate = my_facade)]
#[test]
fn rows_are_counted() {
    assert_eq!(count(ctx), 1);
}
