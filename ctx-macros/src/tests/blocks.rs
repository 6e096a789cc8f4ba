//! The attribute on a whole block: which functions in it get a context, and what is left alone.

use super::{assert_one, expand, mistakes, squeezed, Mistake};

/// What is emitted for `#[with_ctx(arguments)] block` is `wanted`.
#[track_caller]
fn assert_expands(arguments: &str, block: &str, wanted: &str) {
    assert_eq!(expand(arguments, block), squeezed(&super::parse(wanted).to_string()));
}

#[test]
fn each_function_of_an_impl_a_trait_and_a_module_gets_a_context() {
    assert_expands(
        "",
        "impl<T> S<T> { fn a(); async fn b(&self, n: u8) {} }",
        "impl<T> S<T> { fn a(ctx: &crate::Ctx); async fn b(&self, ctx: &crate::Ctx, n: u8) {} }",
    );
    assert_expands(
        "",
        "unsafe impl Load for Row<{ N }> where T: Fn(u8) -> u8 { fn a() {} }",
        "unsafe impl Load for Row<{ N }> where T: Fn(u8) -> u8 { fn a(ctx: &crate::Ctx) {} }",
    );
    assert_expands(
        "crate::A",
        "pub trait T: B { fn a(&self); fn b(); }",
        "pub trait T: B { fn a(&self, ctx: &crate::A); fn b(ctx: &crate::A); }",
    );
    assert_expands(
        "",
        "#[x] pub(crate) mod m { fn a() {} impl S { fn b() {} } pub trait T { fn c(); } mod n { fn d() {} } }",
        "#[x] pub(crate) mod m { fn a(ctx: &crate::Ctx) {} impl S { fn b(ctx: &crate::Ctx) {} } pub trait T { fn c(ctx: &crate::Ctx); } \
         mod n { fn d(ctx: &crate::Ctx) {} } }",
    );
}

#[test]
fn all_else_passes_through() {
    for inside in [
        "#![deny(dead_code)] //! Documented inside.\n",
        "use a::{b, c as fn_}; pub use d::*;",
        "const N: fn() = { fn inner() {} inner }; static S: bool = 1 < { 2 };",
        "const _: () = { fn inner() {} };",
        "type A<'a> = fn(&'a u8) -> u8; type B where Self: Sized;",
        "struct S<const N: usize = { 3 }>([u8; N]); struct U; struct V { f: fn() }",
        "enum E { A { f: fn() }, B = { 1 } } union W { a: u8 }",
        "macro_rules! m { () => { fn made() {} } }",
        "a::m! { fn made() {} } m!(fn made() {}); m![fn made() {}]; ::a::m! {}",
        "thread_local! { static A: u8 = 1; }",
        "unsafe extern \"C\" { fn given(); } extern crate alloc; extern { safe fn given(); }",
        "macro made() { fn inner() {} }",
        ";",
        "",
    ] {
        let block = format!("mod m {{ {inside} }}");
        assert_expands("", &block, &block);
        let with_function = format!("mod m {{ {inside} fn a() {{}} }}");
        let wanted = format!("mod m {{ {inside} fn a(ctx: &crate::Ctx) {{}} }}");
        assert_expands("", &with_function, &wanted);
    }
}

#[test]
fn a_function_ends_where_its_body_ends() {
    assert_expands(
        "",
        "impl S { pub(in a::b) const unsafe fn z() -> X<{ N }> where [(); { N }]: Y<{ M }> {} #[skip] fn a(self) -> impl Fn(u8) -> X<{ 1 }>; fn b() {} }",
        &format!(
            "impl S {{ pub(in a::b) const unsafe fn z() -> X<{{ N }}> where [(); {{ N }}]: Y<{{ M }}> {{}} \
             #[skip] fn a(self, ctx: &crate::Ctx) -> impl Fn(u8) -> X<{{ 1 }}>; fn b(ctx: &crate::Ctx) {{}} }} {}",
            mistake("a `const fn` runs at compile time, where there is no context\nhelp: remove `const`, or put `#[with_ctx(skip)]` on it"),
        ),
    );
}

fn mistake(message: &str) -> String {
    format!("::core::compile_error!{{ {message:?} }}")
}

#[test]
fn nested_functions_in_bodies_are_left_alone() {
    let expanded = expand("", "mod m { fn a() { fn inner() {} impl S { fn b() {} } } }");
    assert_eq!(expanded, squeezed("mod m { fn a(ctx: &crate::Ctx) { fn inner() {} impl S { fn b() {} } } }"));
}

#[test]
fn an_item_of_a_block_can_be_left_out() {
    assert_expands(
        "",
        "impl S { #[with_ctx(skip)] const fn a() {} /// b\n fn b() {} }",
        "impl S { const fn a() {} /// b\n fn b(ctx: &crate::Ctx) {} }",
    );
    assert_expands(
        "",
        "mod m { #[a] #[ctx::with_ctx(skip)] #[b] impl Display for S { fn fmt(&self) {} } #[with_ctx(skip)] mod n { fn a() {} } }",
        "mod m { #[a] #[b] impl Display for S { fn fmt(&self) {} } mod n { fn a() {} } }",
    );
}

#[test]
fn an_item_of_a_block_can_have_arguments_of_its_own() {
    assert_expands(
        "crate::A",
        "mod m { #[with_ctx] fn a() {} #[with_ctx(B)] fn b() {} #[::ctx::with_ctx(C)] impl S { fn c() {} #[with_ctx(D)] fn d() {} } fn e() {} }",
        "mod m { fn a(ctx: &crate::Ctx) {} fn b(ctx: &B) {} impl S { fn c(ctx: &C) {} fn d(ctx: &D) {} } fn e(ctx: &crate::A) {} }",
    );
    assert_expands(
        "crate = facade, name = context, raw = \"why\"",
        "mod m { fn a() { tokio::spawn(b) } #[with_ctx(entry)] async fn b() {} #[with_ctx(name = c)] fn c() {} }",
        "mod m { fn a(context: &facade::Ctx) { tokio::spawn(b) } \
         async fn b(turn: facade::Turn) { let context: &facade::Ctx = &turn; } fn c(c: &facade::Ctx) {} }",
    );
}

#[test]
fn fragments_of_macro_rules_are_items() {
    let group = |tokens: &str| {
        let group = proc_macro2::Group::new(proc_macro2::Delimiter::None, super::parse(tokens));
        proc_macro2::TokenTree::from(group)
    };
    let inner = [group("fn a() {}"), group("pub(crate) fn b();"), group("")];
    let rest = super::parse("fn c() {} pub fn d() {} const N: u8 = 1;");
    let inside: proc_macro2::TokenStream = inner.into_iter().chain(rest).collect();
    let block = quote::quote!(impl S { #inside });
    let expanded = crate::annotated(super::parse(""), block, crate::capture_rules::CaptureRules::All);
    let wanted = "impl S { fn a(ctx: &crate::Ctx) {} pub(crate) fn b(ctx: &crate::Ctx); fn c(ctx: &crate::Ctx) {} pub fn d(ctx: &crate::Ctx) {} const N: u8 = 1; }";
    assert_eq!(squeezed(&expanded.to_string()), squeezed(wanted));
}

#[test]
fn each_item_that_cannot_have_a_context_is_one_error() {
    let block = "mod m { const fn a() {} extern \"C\" fn b() {} #[test] fn c() {} fn main() {} #[no_mangle] fn d() {} #[with_ctx] struct S; \
                 #[with_ctx(skip, entry)] fn e() {} #[with_ctx(skp)] fn f() {} fn g(ctx: Ctx) { tokio::spawn(a) } }";
    let found: Vec<String> = mistakes("", block).into_iter().map(|Mistake { at, .. }| at).collect();
    assert_eq!(
        found,
        ["const", "extern \"C\"", "test", "main", "no_mangle", "struct", "skip", "skp", "tokio::spawn", "Ctx"]
    );
    for mistake in &mistakes("", "mod m { const fn a() {} extern \"C\" fn b() {} fn main() {} #[no_mangle] fn d() {} }")
    {
        assert!(mistake.message.contains("put `#[with_ctx(skip)]` on it"), "{}", mistake.message);
    }
}

#[test]
fn c04_impls_of_traits_of_std_are_one_error_each() {
    assert_one(
        &mistakes("", "impl fmt::Display for S { fn fmt(&self) {} fn b() {} }"),
        "Display",
        "belong to `Display`",
    );
    assert_one(
        &mistakes("", "mod m { fn a() {} impl<T> Drop for S<T> { fn drop(&mut self) {} } }"),
        "Drop",
        "put `#[with_ctx(skip)]` on it",
    );
    assert_one(
        &mistakes("", "impl<F: Fn(u8) -> u8> From<F> for S where for<'a> F: A<'a> { fn from(f: F) -> Self {} }"),
        "From",
        "as in `crate::From`",
    );
    for own in [
        "impl crate::Display for S { fn fmt(&self) {} }",
        "impl super::fmt::Display for S { fn fmt(&self) {} }",
        "impl Display { fn fmt(&self) {} }",
        "impl Display where for<'a> A: B<'a> { fn fmt(&self) {} }",
        "impl Load for Display { fn fmt(&self) {} }",
    ] {
        assert!(mistakes("", own).is_empty(), "{own}");
    }
}

#[test]
fn c14_a_half_typed_function_leaves_its_neighbours_alone() {
    assert_expands(
        "",
        "impl S { fn a(&self, n: ) { n. } fn b(&self) { if } }",
        "impl S { fn a(&self, ctx: &crate::Ctx, n: ) { n. } fn b(&self, ctx: &crate::Ctx) { if } }",
    );
    for half_typed in [
        "impl S { fn a() {} fn }",
        "mod m { pub }",
        "impl S { #[with_ctx(] }",
        "trait T { fn a(); # }",
        "mod m { const }",
    ] {
        let Ok(tokens) = half_typed.parse() else { continue };
        let expanded = crate::annotated(super::parse(""), tokens, crate::capture_rules::CaptureRules::All);
        assert!(
            squeezed(&expanded.to_string()).contains(half_typed.split_whitespace().next().expect("a word")),
            "{half_typed}"
        );
    }
}
