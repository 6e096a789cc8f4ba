//! Field reports C06, C09 and C10: attributes are kept, lints are neither lost nor added, names of the user's do not disturb.

#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::all, clippy::pedantic)]
#![no_implicit_prelude]

use ::explicit_ctx_macros::with_ctx;
use ::std::panic::Location;
use ::std::prelude::rust_2021::*;
use ::std::{assert, assert_eq};

/// A stand-in for the application's alias.
pub struct Ctx(pub u32);

mod names {
    //! A module that has every name an expansion could mean.

    pub(crate) struct Ctx(pub(crate) u8);
    pub(crate) struct Box;
    pub(crate) struct Option;
    pub(crate) struct Result;
    pub(crate) trait Send {
        fn get(&self) -> &u8;
    }
    pub(crate) mod std {}
    pub(crate) mod core {}
    impl Send for Ctx {
        fn get(&self) -> &u8 {
            &self.0
        }
    }

    #[::explicit_ctx_macros::with_ctx]
    pub(in crate::names) fn inner<'ctx, S: Send>(own: &'ctx S, _: Box, _: Option, _: Result) -> &'ctx u8 {
        let _: u32 = ctx.0;
        own.get()
    }

    pub(crate) fn outer(ctx: &crate::Ctx) -> u8 {
        *inner(ctx, &Ctx(7), Box, Option, Result)
    }
}

/// Documented outside.
#[must_use]
#[track_caller]
#[cold]
#[inline(never)]
#[cfg_attr(test, doc = "Conditionally documented.")]
#[cfg(test)]
#[with_ctx]
fn where_am_i<T>(_: T) -> &'static Location<'static>
where
    T: Copy,
{
    //! Documented inside.
    #![allow(clippy::items_after_statements, reason = "an inner attribute is kept")]
    assert!(!Location::caller().file().is_empty());
    const N: u32 = 1;
    let location = Location::caller();
    assert!(location.column() > N);
    location
}

#[with_ctx]
#[cfg(not(test))]
fn configured_out() -> NoSuchType {}

#[with_ctx]
#[deprecated = "kept"]
fn old() {}

#[with_ctx]
fn without_ctx_and_result() {}

#[with_ctx]
#[allow(clippy::unused_async, reason = "an async function without an await is what is tested")]
async fn without_ctx_in_async(n: u8) -> u8 {
    n
}

#[test]
fn c09_the_place_is_the_callers_and_all_attributes_count() {
    let line = ::std::line!() + 1;
    let location = where_am_i(&Ctx(1), 1);
    assert_eq!((location.line(), location.file()), (line, ::std::file!()));
    #[expect(deprecated, reason = "the attribute is kept, so it warns")]
    old(&Ctx(1));
}

#[test]
fn c06_an_unused_context_is_no_warning() {
    without_ctx_and_result(&Ctx(1));
    drop(without_ctx_in_async(&Ctx(1), 1));
}

#[test]
fn c10_names_of_the_users_do_not_disturb() {
    assert_eq!(names::outer(&Ctx(1)), 7);
}
