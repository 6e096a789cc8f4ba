//! Field reports C05 and C21: methods of traits, with and without a body, and the trait as `dyn`.

#![deny(warnings, clippy::all)]
#![allow(async_fn_in_trait, reason = "this is what is tested")]

use std::sync::Arc;

use explicit_ctx_macros::with_ctx;

mod finish;
use finish::finish;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

trait Load {
    #[with_ctx]
    fn required(&self, n: u32) -> u32;

    #[with_ctx]
    fn provided(&self, n: u32) -> u32 {
        self.required(ctx, n) + 1000
    }

    #[with_ctx]
    async fn load(&self, n: u32) -> u32;

    #[with_ctx]
    async fn load_twice(&self, n: u32) -> u32 {
        self.load(ctx, n).await + self.load(ctx, n).await
    }

    #[with_ctx]
    fn make(n: u32) -> Self;

    #[with_ctx]
    fn generic<T: Into<u32>>(&self, value: T) -> u32;

    #[with_ctx]
    fn pick<'a>(&self, s: &'a str) -> &'a str;

    #[with_ctx]
    fn all(&self) -> impl Iterator<Item = &u32>;
}

struct A(u32);
struct B;

impl Load for A {
    #[with_ctx]
    fn required(&self, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }

    #[with_ctx]
    async fn load(&self, n: u32) -> u32 {
        self.required(ctx, n)
    }

    #[with_ctx]
    fn make(n: u32) -> Self {
        Self(ctx.0 + n)
    }

    #[with_ctx]
    fn generic<T: Into<u32>>(&self, value: T) -> u32 {
        ctx.0 + value.into()
    }

    #[with_ctx]
    fn pick<'a>(&self, s: &'a str) -> &'a str {
        s
    }

    #[with_ctx]
    fn all(&self) -> impl Iterator<Item = &u32> {
        [&self.0].into_iter()
    }
}

/// Written by hand, without the attribute: the signatures are the same.
impl Load for B {
    fn required(&self, ctx: &Ctx, n: u32) -> u32 {
        ctx.0 + n
    }

    fn provided(&self, ctx: &Ctx, n: u32) -> u32 {
        ctx.0 + n + 1
    }

    async fn load(&self, ctx: &Ctx, n: u32) -> u32 {
        ctx.0 + n
    }

    fn make(_: &Ctx, _: u32) -> Self {
        Self
    }

    fn generic<T: Into<u32>>(&self, _: &Ctx, value: T) -> u32 {
        value.into()
    }

    fn pick<'a>(&self, _: &Ctx, s: &'a str) -> &'a str {
        s
    }

    fn all(&self, _: &Ctx) -> impl Iterator<Item = &u32> {
        std::iter::empty()
    }
}

fn use_all<L: Load>(ctx: &Ctx) -> [u32; 5] {
    let load = L::make(ctx, 5);
    assert_eq!(load.pick(ctx, "a"), "a");
    let all = u32::try_from(load.all(ctx).count()).expect("a few");
    [load.provided(ctx, 1), finish(load.load_twice(ctx, 1)), load.generic(ctx, 7_u8), load.required(ctx, 0), all]
}

#[test]
fn c05_signatures_of_a_trait_and_its_impls_agree() {
    assert_eq!(use_all::<A>(&Ctx(10)), [1026, 52, 17, 25, 1]);
    assert_eq!(use_all::<B>(&Ctx(10)), [12, 22, 7, 10, 0]);
}

trait Store {
    #[with_ctx]
    fn name(&self) -> &str;

    #[with_ctx]
    fn count(&self) -> u32 {
        ctx.0
    }
}

impl Store for String {
    #[with_ctx]
    fn name(&self) -> &str {
        self
    }
}

#[test]
fn c21_the_trait_is_still_dyn_compatible() {
    let store = String::from("a");
    let borrowed: &dyn Store = &store;
    let boxed: Box<dyn Store + Send> = Box::new(store.clone());
    let shared: Arc<dyn Store> = Arc::new(store.clone());
    let names = {
        let ctx = Ctx(7);
        assert_eq!(borrowed.count(&ctx) + boxed.count(&ctx) + shared.count(&ctx), 21);
        [borrowed.name(&ctx), boxed.name(&ctx), shared.name(&ctx)]
    };
    assert_eq!(names, ["a"; 3]);
}
