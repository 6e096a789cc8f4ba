//! `#[async_trait]`: on the trait and on each impl, in each order, and they agree.

use application::load;
use async_trait::async_trait;
use ctx::with_ctx;

/// A whole trait, above; its impls in all three ways.
#[with_ctx]
#[async_trait]
trait Above {
    async fn load(&self, id: u64, name: &str) -> String;

    async fn provided(&self) -> String {
        self.load(ctx, 1, "provided").await
    }
}

/// A whole trait, below.
#[async_trait]
#[with_ctx]
trait Below {
    async fn load(&self, id: u64, name: &str) -> String;

    async fn provided(&self) -> String {
        self.load(ctx, 1, "provided").await
    }
}

/// Each method by itself.
#[async_trait]
trait PerMethod {
    #[with_ctx]
    async fn load(&self, id: u64, name: &str) -> String;

    #[with_ctx]
    async fn without_self(name: String) -> String
    where
        Self: Sized,
    {
        name + &load(ctx, 1).await
    }
}

struct A;
struct B;
struct ByHand;

#[with_ctx]
#[async_trait]
impl Above for A {
    async fn load(&self, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[async_trait]
#[with_ctx]
impl Above for B {
    async fn load(&self, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[async_trait]
impl Above for ByHand {
    async fn load(&self, ctx: &crate::Ctx, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[with_ctx]
#[async_trait]
impl Below for A {
    async fn load(&self, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[async_trait]
impl Below for B {
    #[with_ctx]
    async fn load(&self, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[async_trait]
impl Below for ByHand {
    async fn load(&self, ctx: &crate::Ctx, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[async_trait]
impl PerMethod for A {
    #[with_ctx]
    async fn load(&self, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[async_trait]
impl PerMethod for ByHand {
    async fn load(&self, ctx: &crate::Ctx, id: u64, name: &str) -> String {
        load(ctx, id).await + name
    }
}

#[tokio::test]
async fn all_orders_of_trait_and_impl_agree() {
    let turn = crate::test_turn();
    let above: [Box<dyn Above + Sync>; 3] = [Box::new(A), Box::new(B), Box::new(ByHand)];
    for store in above {
        assert_eq!(store.load(&turn, 1, "!").await, "row 1 of the test!");
        assert_eq!(store.provided(&turn).await, "row 1 of the testprovided");
    }
    let below: [Box<dyn Below + Sync>; 3] = [Box::new(A), Box::new(B), Box::new(ByHand)];
    for store in below {
        assert_eq!(store.load(&turn, 1, "!").await, "row 1 of the test!");
        assert_eq!(store.provided(&turn).await, "row 1 of the testprovided");
    }
    let per_method: [Box<dyn PerMethod>; 2] = [Box::new(A), Box::new(ByHand)];
    for store in per_method {
        assert_eq!(store.load(&turn, 1, "!").await, "row 1 of the test!");
    }
    assert_eq!(A::without_self(&turn, "!".to_owned()).await, "!row 1 of the test");
}
