//! `#[async_recursion]`, and recursion by hand: field report C22.

use async_recursion::async_recursion;
use ctx::with_ctx;

#[with_ctx]
#[async_recursion]
async fn above(n: u32) -> u32 {
    assert_eq!(ctx.tenant().0, "of the test");
    if n == 0 { 0 } else { n + above(ctx, n - 1).await }
}

#[async_recursion]
#[with_ctx]
async fn below(name: &str, n: u32) -> u32 {
    assert_eq!(ctx.tenant().0, name);
    if n == 0 { 0 } else { n + below(ctx, name, n - 1).await }
}

#[with_ctx]
async fn by_hand(n: u32) -> u32 {
    assert_eq!(ctx.tenant().0, "of the test");
    if n == 0 { 0 } else { n + Box::pin(by_hand(ctx, n - 1)).await }
}

#[with_ctx]
async fn even(n: u32) -> bool {
    if n == 0 { !ctx.tenant().0.is_empty() } else { odd(ctx, n - 1).await }
}

#[with_ctx]
async fn odd(n: u32) -> bool {
    if n == 0 { false } else { Box::pin(even(ctx, n - 1)).await }
}

struct Tree(Vec<Self>);

impl Tree {
    #[async_recursion]
    #[with_ctx]
    async fn size(&self) -> usize {
        let mut size = usize::from(!ctx.tenant().0.is_empty());
        for child in &self.0 {
            size += child.size(ctx).await;
        }
        size
    }
}

fn assert_send<T: Send>(future: T) -> T {
    future
}

#[tokio::test]
async fn c22_recursion_passes_the_context_on_and_is_send() {
    let turn = crate::test_turn();
    assert_eq!(assert_send(above(&turn, 4)).await, 10);
    assert_eq!(assert_send(below(&turn, "of the test", 4)).await, 10);
    assert_eq!(assert_send(by_hand(&turn, 4)).await, 10);
    assert!(assert_send(even(&turn, 4)).await);
    let tree = Tree(vec![Tree(vec![]), Tree(vec![Tree(vec![])])]);
    assert_eq!(assert_send(tree.size(&turn)).await, 4);
}
