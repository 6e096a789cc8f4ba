//! A returned `impl Trait` does not start to capture the context: here in edition 2021, in `edition_2024.md` in edition 2024.

#![deny(warnings, clippy::all)]

use std::fmt::Display;

use explicit_ctx_macros::with_ctx;

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

/// Dropping it is a use: whatever still borrows from it does not compile.
impl Drop for Ctx {
    fn drop(&mut self) {
        self.0 = 0;
    }
}

#[with_ctx]
fn mentions(s: &str) -> impl Iterator<Item = &str> {
    s.split(' ')
}

#[with_ctx]
fn mentions_by_bound(s: &[u8]) -> impl Iterator<Item = u8> + '_ {
    s.iter().copied()
}

#[with_ctx]
fn mentions_nothing(s: &[u8]) -> impl Iterator<Item = u8> {
    let owned = s.to_vec();
    owned.into_iter()
}

#[with_ctx]
fn with_an_unnamed_argument(s: &str, f: impl Fn(char) -> bool) -> Option<impl Display + '_> {
    f('a').then_some(s)
}

struct Rows<T>(Vec<T>);

impl<T> Rows<T> {
    #[with_ctx]
    fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    #[with_ctx]
    fn into_rows(self) -> impl Iterator<Item = T> {
        self.0.into_iter()
    }

    #[with_ctx]
    fn sizes(&self) -> impl Iterator<Item = usize> {
        let size = size_of::<T>();
        std::iter::repeat_n(size, self.0.len())
    }
}

#[test]
fn the_result_outlives_the_context() {
    let (text, bytes, rows) = (String::from("a b"), [1, 2], Rows(vec![1, 2]));
    let ctx = Ctx(1);
    let mentions = mentions(&ctx, &text);
    let mentions_by_bound = mentions_by_bound(&ctx, &bytes);
    let displayed = with_an_unnamed_argument(&ctx, &text, |_| true);
    let iter = rows.iter(&ctx);
    let sizes = rows.sizes(&ctx);
    let into_rows = Rows(vec![1, 2]).into_rows(&ctx);
    drop(ctx);
    assert_eq!([mentions.count(), mentions_by_bound.count(), iter.count(), sizes.count(), into_rows.count()], [2; 5]);
    assert_eq!(displayed.map(|text| text.to_string()), Some(String::from("a b")));
}

#[test]
fn before_2024_what_is_not_mentioned_is_not_captured_either() {
    let result = {
        let (ctx, bytes) = (Ctx(1), vec![1, 2]);
        mentions_nothing(&ctx, &bytes)
    };
    assert_eq!(result.count(), 2);
}

#[expect(clippy::manual_async_fn, reason = "the point is the future that a plain function returns")]
#[with_ctx(capture)]
fn later(n: u32) -> impl std::future::Future<Output = u32> {
    async move { ctx.0 + n }
}

#[with_ctx(capture)]
fn beside_parameters<T>(rows: &[T]) -> impl Iterator<Item = (u32, &T)> {
    rows.iter().map(|row| (ctx.0, row))
}

#[test]
fn with_capture_the_result_borrows_from_the_context_in_edition_2021_too() {
    let ctx = &Ctx(1);
    let mut later = Box::pin(later(ctx, 2));
    let waker = std::task::Waker::noop();
    let polled = std::future::Future::poll(later.as_mut(), &mut std::task::Context::from_waker(waker));
    assert_eq!(polled, std::task::Poll::Ready(3));
    let pairs: Vec<(u32, &u8)> = beside_parameters(ctx, &[7, 8]).collect();
    assert_eq!(pairs, [(1, &7), (1, &8)]);
}
