//! Field reports C01, C07 and C20: patterns, receivers and counts of parameters.

#![deny(warnings, clippy::all)]

use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use explicit_ctx_macros::with_ctx;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

/// A second context type, in a module.
mod platform {
    pub(crate) struct Ctx<T>(pub(crate) T);
}

struct NoDebug;

struct P {
    x: u8,
    _y: NoDebug,
}

#[with_ctx]
fn patterns(_: NoDebug, (a, b): (u8, u8), P { x, .. }: P, mut n: u8, &k: &u8, [h, ..]: [u8; 3]) -> u32 {
    n += 1;
    ctx.0 + u32::from(a + b + x + n + k + h)
}

impl NoDebug {
    #[with_ctx]
    fn patterns(&self, _: Self, (a, b): (u8, u8), P { x, .. }: P, mut n: u8, &k: &u8, [h, ..]: [u8; 3]) -> u32 {
        n += 1;
        ctx.0 + u32::from(a + b + x + n + k + h)
    }
}

#[test]
fn c01_a_parameter_can_be_any_pattern() {
    let p = || P { x: 3, _y: NoDebug };
    assert_eq!(patterns(&Ctx(100), NoDebug, (1, 2), p(), 4, &5, [6, 7, 8]), 122);
    assert_eq!(NoDebug.patterns(&Ctx(200), NoDebug, (1, 2), p(), 4, &5, [6, 7, 8]), 222);
}

#[with_ctx]
#[deny(clippy::too_many_arguments)]
fn seven(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) -> u32 {
    let closure = |h: u8| h + a + b + c + d + e + f + g;
    ctx.0 + u32::from(closure(1))
}

#[with_ctx]
#[expect(clippy::too_many_arguments, reason = "it has eight without `ctx`, and warns as it did")]
fn eight(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8) -> u32 {
    ctx.0 + u32::from(a + b + c + d + e + f + g + h)
}

#[test]
fn c07_the_eighth_parameter_is_not_counted_against_the_user() {
    assert_eq!(seven(&Ctx(10), 1, 1, 1, 1, 1, 1, 1), 18);
    assert_eq!(eight(&Ctx(10), 1, 1, 1, 1, 1, 1, 1, 1), 18);
}

#[derive(Clone)]
struct S(u32);

impl S {
    #[with_ctx]
    fn by_reference(&self, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }

    #[with_ctx]
    fn by_mutable_reference(&mut self, n: u32) {
        self.0 += ctx.0 + n;
    }

    #[with_ctx]
    fn by_named_reference<'a>(&'a mut self, n: &'a u32) -> &'a u32 {
        self.0 += ctx.0;
        n
    }

    #[with_ctx]
    fn by_value(self, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }

    #[with_ctx]
    fn by_mutable_value(mut self, n: u32) -> u32 {
        self.0 += ctx.0 + n;
        self.0
    }

    #[with_ctx]
    fn arc(self: Arc<Self>, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }

    #[with_ctx]
    #[allow(clippy::boxed_local, reason = "the receiver is what is tested")]
    fn boxed(self: Box<Self>, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }

    #[with_ctx]
    fn pinned(mut self: Pin<&mut Self>, n: u32) -> u32 {
        self.0 += ctx.0 + n;
        self.0
    }

    #[with_ctx]
    fn reference_to_rc(self: &Rc<Self>, n: u32) -> &u32 {
        assert_eq!(ctx.0 + n, 11);
        &self.0
    }

    #[with_ctx]
    #[allow(clippy::needless_arbitrary_self_type, reason = "the receiver is what is tested")]
    fn typed_reference(self: &Self, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }

    #[with_ctx]
    fn associated(this: &Self, n: u32) -> u32 {
        this.0 + ctx.0 + n
    }

    #[with_ctx]
    async fn in_async(self: Arc<Self>, n: u32) -> u32 {
        self.0 + ctx.0 + n
    }
}

mod finish;

#[test]
fn c20_ctx_comes_directly_after_any_receiver_and_first_without_one() {
    let ctx = &Ctx(10);
    let mut s = S(100);
    assert_eq!(s.by_reference(ctx, 1), 111);
    s.by_mutable_reference(ctx, 1);
    assert_eq!(s.by_named_reference(ctx, &7), &7);
    assert_eq!(s.clone().by_value(ctx, 1), 132);
    assert_eq!(s.clone().by_mutable_value(ctx, 1), 132);
    assert_eq!(Arc::new(S(1)).arc(ctx, 1), 12);
    assert_eq!(Box::new(S(1)).boxed(ctx, 1), 12);
    assert_eq!(Pin::new(&mut s).pinned(ctx, 1), 132);
    assert_eq!(Rc::new(S(1)).reference_to_rc(ctx, 1), &1);
    assert_eq!(s.typed_reference(ctx, 1), 143);
    assert_eq!(S::associated(ctx, &s, 1), 143);
    assert_eq!(finish::finish(Arc::new(S(1)).in_async(ctx, 1)), 12);
}

#[with_ctx(crate::platform::Ctx<u64>)]
fn other_context(n: u64) -> u64 {
    ctx.0 + n
}

#[with_ctx]
fn already_there(ctx: &Ctx, n: u32) -> u32 {
    ctx.0 + n
}

#[with_ctx(raw = "the name only looks like it")]
fn raw_form() -> u32 {
    task::spawn(ctx)
}

mod task {
    pub(crate) fn spawn(ctx: &crate::Ctx) -> u32 {
        ctx.0
    }
}

#[test]
fn the_arguments_do_what_they_say() {
    assert_eq!(other_context(&platform::Ctx(40), 2), 42);
    assert_eq!(already_there(&Ctx(40), 2), 42);
    assert_eq!(raw_form(&Ctx(42)), 42);
}
