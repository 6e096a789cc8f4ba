//! The attribute on a whole `impl`, `trait` and inline `mod`.

#![deny(warnings, unused_qualifications, clippy::all, clippy::pedantic)]
#![allow(async_fn_in_trait, clippy::unused_async, clippy::unused_self, reason = "small functions are what is tested")]

use explicit_ctx_macros::with_ctx;

mod finish;
use finish::finish;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

/// A second context type.
pub struct PlatformCtx(pub u32);

struct Rows<T, const N: usize>([T; N]);

#[with_ctx]
impl<T, const N: usize> Rows<T, { N }>
where
    T: Copy + Into<u32>,
    [T; N]: Sized,
{
    const ONE: u32 = {
        if 1 < 2 {
            1
        } else {
            0
        }
    };

    fn first(&self) -> &T {
        fn nested(n: u32) -> u32 {
            n + 1
        }
        struct Inner;
        impl Inner {
            fn of(n: u32) -> u32 {
                n
            }
        }
        assert_eq!(Inner::of(nested(ctx.0)), 2);
        &self.0[0]
    }

    async fn sum(self) -> u32 {
        self.0.iter().map(|&row| row.into()).sum::<u32>() + ctx.0
    }

    #[with_ctx(skip)]
    const fn limit() -> u32 {
        Self::ONE
    }

    #[with_ctx(PlatformCtx)]
    fn sweep(&self) -> u32 {
        ctx.0
    }

    #[must_use]
    fn written(&self, ctx: &Ctx) -> u32 {
        ctx.0
    }
}

#[with_ctx]
trait Load {
    type Row;
    const N: u32 = 1;

    fn required(&self, n: u32) -> Self::Row;

    fn provided(&self, n: u32) -> Self::Row {
        self.required(ctx, n + Self::N)
    }

    fn pick<'a>(&self, s: &'a str) -> &'a str {
        s
    }

    async fn later(&self) -> Self::Row {
        self.required(ctx, 0)
    }
}

struct A;

#[with_ctx]
impl Load for A {
    type Row = u32;

    fn required(&self, n: u32) -> u32 {
        ctx.0 + n
    }
}

struct ByHand;

impl Load for ByHand {
    type Row = u32;

    fn required(&self, _: &Ctx, n: u32) -> u32 {
        n
    }
}

#[with_ctx(name = context)]
mod orders {
    #![allow(dead_code, reason = "an inner attribute is kept")]

    use std::fmt;

    pub(crate) struct Order(pub(crate) u32);

    macro_rules! not_a_function {
        () => {
            fn made_by_a_macro() -> u32 {
                7
            }
        };
    }

    not_a_function!();

    pub(crate) fn plain() -> u32 {
        inner::deeper::function(context) + made_by_a_macro()
    }

    impl Order {
        pub(crate) fn key(&self) -> String {
            format!("{self} {}", context.0)
        }
    }

    #[crate::with_ctx(skip)]
    impl fmt::Display for Order {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    pub(crate) trait Priced {
        fn price(&self) -> u32 {
            context.0
        }
    }

    impl Priced for Order {}

    pub(super) mod inner {
        pub(crate) mod deeper {
            pub(crate) fn function() -> u32 {
                context.0
            }
        }

        #[crate::with_ctx(skip)]
        pub(crate) mod left_out {
            pub(crate) fn function() -> u32 {
                1
            }
        }
    }
}

macro_rules! block {
    ($($item:item)*) => {
        #[with_ctx]
        mod made {
            $($item)*
        }
    };
}

block! {
    pub(crate) const K: u32 = 3;

    pub(crate) fn from_a_fragment(n: u32) -> u32 {
        ctx.0 + n
    }
}

#[test]
fn each_function_of_an_impl_has_a_context() {
    let rows = Rows([1_u8, 2]);
    let first = rows.first(&Ctx(1));
    assert_eq!(first, &1, "the result does not borrow from `ctx`");
    assert_eq!(rows.sweep(&PlatformCtx(5)) + rows.written(&Ctx(6)), 11);
    assert_eq!(Rows::<u8, 2>::limit(), 1);
    assert_eq!(finish(rows.sum(&Ctx(10))), 13);
}

#[test]
fn c05_a_whole_trait_agrees_with_impls_in_each_form() {
    let ctx = &Ctx(10);
    assert_eq!((A.provided(ctx, 1), ByHand.provided(ctx, 1)), (12, 2));
    assert_eq!((finish(A.later(ctx)), finish(ByHand.later(ctx))), (10, 0));
    let picked = A.pick(&Ctx(1), "text");
    assert_eq!(picked, "text");
}

#[test]
fn each_function_of_a_module_and_of_what_is_in_it_has_a_context() {
    use orders::Priced as _;
    let ctx = &Ctx(10);
    let order = orders::Order(3);
    assert_eq!(orders::plain(ctx), 17);
    assert_eq!(order.key(ctx), "3 10");
    assert_eq!(order.price(ctx), 10);
    assert_eq!(orders::inner::left_out::function(), 1);
}

#[test]
fn c12_items_from_macro_rules_are_items() {
    assert_eq!(made::from_a_fragment(&Ctx(1), made::K), 4);
}
