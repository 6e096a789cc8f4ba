//! Field report C12: functions that `macro_rules!` makes, whose fragments come in invisible groups.

#![deny(warnings, clippy::all)]

use explicit_ctx_macros::with_ctx;

mod finish;
use finish::finish;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

/// Dropping it is a use: whatever still borrows from it does not compile.
impl Drop for Ctx {
    fn drop(&mut self) {
        self.0 = 0;
    }
}

macro_rules! function {
    ($visibility:vis $name:ident($parameter:ty) -> $result:ty, $nested:item) => {
        #[with_ctx]
        $visibility fn $name(value: $parameter) -> $result {
            $nested
            assert_eq!(ctx.0, 1);
            value
        }
    };
}

function!(pub(crate) reference(&str) -> &str, async fn _nested(_: u8) {});
function!(of_static(&'static [u8]) -> &[u8], const _N: u8 = 1;);
function!(mutable(&mut u8) -> &mut u8, struct _S;);

macro_rules! with_lifetime {
    ($name:ident, $lifetime:lifetime, $parameter:ty, $pattern:pat_param, $size:expr) => {
        #[with_ctx]
        fn $name<$lifetime>($pattern: [u8; $size], value: $parameter) -> $parameter {
            assert_eq!(ctx.0, 1);
            value
        }
    };
}

with_lifetime!(named, 'a, &'a [u8], _, 3);

macro_rules! returns_impl {
    ($name:ident($parameter:ty) -> $result:ty) => {
        #[with_ctx]
        fn $name(call: $parameter) -> $result {
            call(1);
            [2_u8].into_iter()
        }
    };
}

returns_impl!(returned(impl Fn(u8)) -> impl Iterator<Item = u8>);

#[test]
fn c12_fragments_are_what_is_in_them() {
    let text = String::from("text");
    let mut number = 3;
    let ctx = Ctx(1);
    let reference = reference(&ctx, &text);
    let of_static: &'static [u8] = of_static(&ctx, &[1]);
    let mutable = mutable(&ctx, &mut number);
    let named = named(&ctx, [1, 2, 3], &[4]);
    let returned = returned(&ctx, |_| ());
    drop(ctx);
    assert_eq!((reference, of_static, mutable, named, returned.count()), ("text", &[1][..], &mut 3, &[4][..], 1));
}

macro_rules! annotate {
    ($($item:item)*) => { $(#[with_ctx] $item)* };
}

annotate! {
    /// The body's `ctx` is the user's, and the attribute is the macro's.
    async fn from_outside(n: u32) -> u32 {
        ctx.0 + n
    }

    fn from_outside_with_a_result(s: &str) -> &str {
        assert_eq!(ctx.0, 1);
        s
    }
}

macro_rules! with_body {
    ($(#[$attribute:meta])* $name:ident $body:block) => {
        $(#[$attribute])*
        fn $name() -> u32 $body
    };
}

with_body!(#[with_ctx] attribute_and_body_from_outside { ctx.0 });

macro_rules! body_only {
    ($name:ident $body:block) => {
        #[with_ctx]
        fn $name() -> u32 $body
    };
}

body_only!(body_from_outside { ctx.0 });

#[test]
fn c12_ctx_is_found_by_a_body_from_elsewhere() {
    let ctx = &Ctx(1);
    assert_eq!(finish(from_outside(ctx, 1)), 2);
    assert_eq!(from_outside_with_a_result(ctx, "a"), "a");
    assert_eq!(attribute_and_body_from_outside(ctx) + body_from_outside(ctx), 2);
}
