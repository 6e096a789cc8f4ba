//! `#[with_ctx(entry)]` and `#[with_ctx(test)]`: functions that own their turn, with the lints and lifetimes they had.

#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::all, clippy::pedantic)]
#![allow(clippy::unused_async, reason = "small functions are what is tested")]

use std::ops::Deref;

use explicit_ctx_macros::with_ctx;

mod finish;
use finish::finish;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

/// A second context type.
pub struct PlatformCtx(pub u32);

/// Owns a context.
pub struct Turn(Ctx);

impl Deref for Turn {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.0
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0 .0 = 0;
    }
}

/// An extractor around a turn, as frameworks have them.
struct Extension<T>(T);

impl<T> Deref for Extension<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl Deref for PlatformCtx {
    type Target = u32;

    fn deref(&self) -> &u32 {
        &self.0
    }
}

fn test_turn() -> Turn {
    Turn(Ctx(3))
}

mod fixtures {
    pub(crate) fn turn() -> crate::Turn {
        crate::Turn(crate::Ctx(3))
    }
}

mod facade {
    pub(crate) mod of_mine {
        pub(crate) use crate::{Ctx, Turn};
    }
}

#[with_ctx(entry)]
fn plain(turn: u32) -> u32 {
    ctx.0 + turn
}

#[with_ctx(entry)]
fn never_uses_it(s: &str) -> &str {
    s
}

#[with_ctx(entry)]
async fn later((a, b): (u32, u32)) -> u32 {
    #![allow(clippy::items_after_statements, reason = "an inner attribute is kept")]
    const N: u32 = 1;
    let ctx = ctx.0 + N;
    ctx + a + b
}

#[with_ctx(entry = Extension<Turn>)]
fn extracted() -> u32 {
    ctx.0
}

#[with_ctx(entry = Extension<PlatformCtx>, PlatformCtx, name = platform)]
fn of_the_platform() -> u32 {
    **platform
}

#[with_ctx(entry, crate = crate::facade::of_mine)]
fn through_a_facade() -> u32 {
    let other = other_through_a_facade(ctx);
    ctx.0 + other
}

#[with_ctx(crate = facade::of_mine, name = r#in)]
fn other_through_a_facade() -> u32 {
    r#in.0
}

#[with_ctx(entry)]
#[allow(clippy::many_single_char_names, reason = "the number of them is what is tested")]
fn seven(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32) -> u32 {
    ctx.0 + a + b + c + d + e + f + g
}

#[with_ctx(entry)]
fn borrows_beside_it(s: &[u32]) -> impl Iterator<Item = u32> + '_ {
    let n = ctx.0;
    s.iter().map(move |m| m + n)
}

#[with_ctx(entry)]
fn begins_with_items() -> u32 {
    const N: u32 = 4;
    fn nested(n: u32) -> u32 {
        n
    }
    nested(N)
}

struct Consumer(u32);

impl Consumer {
    #[with_ctx(entry)]
    async fn consume(&mut self, message: u32) -> u32 {
        self.0 += message;
        self.0 + ctx.0
    }
}

macro_rules! entry {
    ($name:ident $body:block) => {
        #[with_ctx(entry)]
        fn $name() -> u32 $body
    };
}

entry!(body_from_outside { ctx.0 });

#[test]
fn an_entry_owns_its_turn_and_sees_a_context() {
    assert_eq!(plain(Turn(Ctx(1)), 2), 3);
    let text = String::from("text");
    assert_eq!(never_uses_it(Turn(Ctx(1)), &text), "text");
    assert_eq!(finish(later(Turn(Ctx(1)), (2, 3))), 7);
    assert_eq!(extracted(Extension(Turn(Ctx(4)))), 4);
    assert_eq!(of_the_platform(Extension(PlatformCtx(5))), 5);
    assert_eq!(seven(Turn(Ctx(1)), 1, 1, 1, 1, 1, 1, 1), 8);
    assert_eq!(borrows_beside_it(Turn(Ctx(1)), &[1, 2]).sum::<u32>(), 5);
    assert_eq!(begins_with_items(Turn(Ctx(1))), 4);
    assert_eq!(finish(Consumer(1).consume(Turn(Ctx(1)), 1)), 3);
}

#[test]
fn c11_the_context_is_where_crate_says() {
    assert_eq!(through_a_facade(Turn(Ctx(2))), 4);
}

#[test]
fn c12_the_body_of_an_entry_can_come_from_elsewhere() {
    assert_eq!(body_from_outside(Turn(Ctx(2))), 2);
}

#[with_ctx(test)]
#[test]
fn a_test_makes_its_turn() {
    assert_eq!(ctx.0, 3);
}

#[test]
#[with_ctx(test)]
fn a_test_makes_its_turn_below_the_attribute_too() {
    assert_eq!(ctx.0, 3);
}

#[with_ctx(test = fixtures::turn, name = context)]
#[test]
#[should_panic = "3"]
fn a_test_has_arguments() {
    panic!("{}", context.0);
}
