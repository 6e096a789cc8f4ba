//! Field reports C13 and C17: the body is the user's, whatever is in it.

#![deny(warnings, clippy::all)]

use explicit_ctx_macros::with_ctx;

mod finish;
use finish::finish;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

enum Kind {
    A(u8),
    B,
}

impl Kind {
    const K: &'static str = "k";

    #[with_ctx]
    fn describe(&self, n: u32) -> String {
        macro_rules! own {
            () => {
                matches!(self, Self::A(_))
            };
        }
        fn nested(n: u32) -> u32 {
            n + 1
        }
        struct Inner(u32);
        impl Inner {
            fn get(&self) -> u32 {
                self.0
            }
        }
        let self_ = |kind: &Self| if let Self::A(k) = kind { u32::from(*k) } else { 0 };
        format!("{} {} {} {} {}", Self::K, own!(), nested(n), Inner(ctx.0).get(), self_(self))
    }
}

#[test]
fn c13_self_in_macros_nested_functions_and_impls() {
    assert_eq!(Kind::A(3).describe(&Ctx(2), 1), "k true 2 2 3");
    assert_eq!(Kind::B.describe(&Ctx(2), 1), "k false 2 2 0");
}

#[with_ctx]
async fn newest(r#type: u32) -> u32 {
    #![allow(unused_unsafe, reason = "an inner attribute is kept")]
    let call = async |n: u32| n + ctx.0;
    let text = c"text";
    let raw = &raw const r#type;
    let size = const { size_of::<u32>() };
    fn capturing<'a, T>(value: &'a T) -> impl Sized + use<'a, T> {
        value
    }
    let _ = capturing(&raw);
    let Some(n) = text.to_bytes().first() else { return 0 };
    call(u32::from(*n)).await + u32::try_from(size).unwrap_or_default() + r#type
}

#[with_ctx]
fn shadowed(n: u32) -> u32 {
    let before = ctx.0;
    let ctx = n;
    ctx + before
}

#[with_ctx]
fn not_the_parameter(n: u32) -> u32 {
    let read = |ctx: u32| ctx + 1;
    read(n)
}

#[test]
fn c17_syntax_newer_than_the_parser_passes() {
    assert_eq!(finish(newest(&Ctx(1), 5)), 116 + 1 + 4 + 5);
}

#[test]
fn c10_a_local_ctx_shadows_as_in_plain_rust() {
    assert_eq!(shadowed(&Ctx(1), 2), 3);
    assert_eq!(not_the_parameter(&Ctx(1), 2), 3);
}
