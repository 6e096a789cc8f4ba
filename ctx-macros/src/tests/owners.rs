//! `entry` and `test`: functions that own their turn, and bind its context in the body.

use super::{assert_one, mistakes, squeezed};

/// Without the lint of an entry that is not async, which every one of them has.
fn expand(arguments: &str, item: &str) -> String {
    const LINT: &str = "#[allow(clippy::needless_pass_by_value, reason = \"an entry owns its turn\")]";
    super::expand(arguments, item).replace(&squeezed(LINT), "")
}

#[track_caller]
fn assert_expands(arguments: &str, item: &str, wanted: &str) {
    assert_eq!(expand(arguments, item), squeezed(&super::parse(wanted).to_string()));
}

#[test]
fn an_entry_takes_a_turn_and_binds_its_context() {
    assert_expands(
        "entry",
        "async fn f(n: u8) -> u8 { n }",
        "async fn f(turn: crate::Turn, n: u8) -> u8 { let ctx: &crate::Ctx = &turn; n }",
    );
    assert_expands(
        "entry = Door, crate::A",
        "fn f(&self) {}",
        "fn f(&self, turn: Door) { let ctx: &crate::A = &turn; }",
    );
    assert_expands(
        "entry, name = context",
        "fn f() {}",
        "fn f(turn: crate::Turn) { let context: &crate::Ctx = &turn; }",
    );
    assert_expands("entry, crate = a::b", "fn f() {}", "fn f(turn: a::b::Turn) { let ctx: &a::b::Ctx = &turn; }");
}

#[test]
fn a_test_makes_a_turn_and_binds_its_context() {
    assert_expands(
        "test",
        "#[test] fn f() { g(ctx) }",
        "#[test] fn f() { let turn = crate::test_turn(); \
         #[allow(unused_variables, reason = \"`#[with_ctx]` added it\")] let ctx: &crate::Ctx = &turn; g(ctx) }",
    );
    assert_expands(
        "test = fixtures::turn, A",
        "#[sqlx::test] async fn f(pool: Pool) {}",
        "#[sqlx::test] async fn f(pool: Pool) { let turn = fixtures::turn(); let ctx: &A = &turn; }",
    );
}

#[test]
fn the_binding_stands_behind_inner_attributes_and_in_the_block_of_a_macro() {
    assert_expands(
        "entry",
        "fn f() { #![a] //! b\n #[c] g(); #!x }",
        "fn f(turn: crate::Turn) { #![a] //! b\n let ctx: &crate::Ctx = &turn; #[c] g(); #!x }",
    );
    let block = proc_macro2::Group::new(proc_macro2::Delimiter::None, super::parse("{ g() }"));
    let expanded =
        crate::annotated(super::parse("entry"), quote::quote!(fn f() #block), crate::capture_rules::CaptureRules::All);
    assert!(squeezed(&expanded.to_string())
        .ends_with(&squeezed("fn f(turn: crate::Turn) { let ctx: &crate::Ctx = &turn; g() }")));
}

#[test]
fn the_lint_is_silent_where_the_body_has_the_name() {
    let allowed = "#[allow(unused_variables, reason = \"`#[with_ctx]` added it\")] let ctx";
    assert!(expand("entry", "fn f() { let ctx = 1; }").contains(&squeezed(allowed)));
    assert!(!expand("entry", "fn f() {}").contains("unused"));
}

#[test]
fn an_owner_does_not_change_what_the_result_borrows_from() {
    for item in ["fn f(s: &str) -> &str { s }", "fn f(s: &[u8]) -> impl Iterator<Item = u8> { s.iter().copied() }"] {
        let result = squeezed(item.split_once("->").and_then(|(_, rest)| rest.split_once('{')).expect("a result").0);
        assert!(expand("entry", item).contains(&format!("->{result}{{")), "{item}");
        assert!(expand("test", &item.replace('{', "{ ctx;")).contains(&format!("->{result}{{")), "{item}");
    }
}

#[test]
fn owners_that_are_wrong() {
    for (arguments, item, at, says) in [
        ("entry", "fn f(&self);", "f", "a method without a body"),
        ("test", "fn f();", "f", "a method without a body"),
        ("entry", "fn f(ctx: &Ctx) {}", "ctx", "is a parameter already"),
        ("test", "fn f((ctx, n): (u8, u8)) {}", "ctx", "is a parameter already"),
        ("entry, name = n", "fn f(n: u8) {}", "n", "is a parameter already"),
        ("entry", "#[test] fn f() {}", "test", "`#[with_ctx(test)]`"),
        ("test", "#[test] fn f_case_1() { f(1) }", "f_case_1", "above attributes that move the body"),
        ("entry", "fn main() {}", "main", "without a context"),
        ("entry", "const fn f() {}", "const", "runs at compile time"),
        ("test", "const fn f() {}", "const", "runs at compile time"),
        ("entry", "extern \"C\" fn f() {}", "extern \"C\"", "passes no context"),
        ("entry", "fn f() { tokio::spawn(g) }", "tokio::spawn", "starts work"),
    ] {
        assert_one(&mistakes(arguments, item), at, says);
    }
    assert_one(&mistakes("entry", "trait T { fn a(&self) {} fn b(&self); }"), "b", "a method without a body");
    assert!(mistakes("entry", "#[debug_handler] async fn f() {}").is_empty());
    assert!(mistakes("test", "#[test] fn main() {}").is_empty(), "a test of this name");
}

#[test]
fn c14_a_half_typed_owner_has_its_context() {
    assert_expands("entry", "fn f(n) { ctx. }", "fn f(turn: crate::Turn, n) { let ctx: &crate::Ctx = &turn; ctx. }");
    assert_expands(
        "test",
        "fn f(n) { ctx. }",
        "fn f(n) { let turn = crate::test_turn(); let ctx: &crate::Ctx = &turn; ctx. }",
    );
    assert_expands("name = c", "fn f(ctx) {}", "fn f(c: &crate::Ctx, ctx) {}");
}

#[test]
fn the_parameter_can_have_another_name() {
    assert_expands("name = context", "fn f(ctx: u8) {}", "fn f(context: &crate::Ctx, ctx: u8) {}");
    assert_expands("name = c", "fn f(c: &Ctx, ctx: u8) {}", "fn f(c: &Ctx, ctx: u8) {}");
    assert_one(&mistakes("name = c", "fn f(n: u8, c: &mut Ctx) {}")[..1], "c", "`c` is not the first parameter");
}

#[test]
fn a_result_may_capture_the_context() {
    let item = "fn f(s: &[u8]) -> impl Iterator<Item = u8> { s.iter().copied() }";
    assert_expands(
        "capture",
        item,
        "fn f(ctx: &crate::Ctx, s: &[u8]) -> impl Iterator<Item = u8> { s.iter().copied() }",
    );
    let in_2021 = |arguments: &str, item: &str| {
        let rules = crate::capture_rules::CaptureRules::Mentioned;
        squeezed(&crate::annotated(super::parse(arguments), super::parse(item), rules).to_string())
    };
    let unnamed = in_2021("capture", "fn f<T>(s: &str, n: impl Ord, t: &T) -> impl Iterator<Item = T> {}");
    assert!(unnamed.contains(&squeezed("would borrow from `ctx`")), "{unnamed}");
    assert_eq!(
        in_2021("capture", "fn f<'a, T>(s: &'a T, n: &str) -> impl Iterator<Item = &'a T> {}"),
        squeezed("fn f<'context, 'a, T>(ctx: &'context crate::Ctx, s: &'a T, n: &str) -> impl Iterator<Item = &'a T> + use<'context, 'a, T> {}"),
    );
    assert!(in_2021("capture", "fn f(&self) -> impl Sized {}").contains("beforeedition2024"));
    assert!(
        mistakes("capture", "trait T { fn a() {} fn b(&self) -> impl Sized; }").is_empty(),
        "a block has such and such"
    );
}

#[test]
fn a_future_that_another_macro_has_boxed_is_outlived_by_the_context() {
    assert_expands(
        "",
        "fn f<'life0, 'life1, 'async_trait>(&'life0 self, s: &'life1 str) -> P<Box<dyn F + 'async_trait>> where Self: 'async_trait {}",
        "fn f<'life0, 'context, 'life1, 'async_trait>(&'life0 self, ctx: &'context crate::Ctx, s: &'life1 str) -> P<Box<dyn F + 'async_trait>> \
         where Self: 'async_trait, 'context: 'async_trait {}",
    );
    assert_expands(
        "",
        "fn f<'a, 'async_recursion, T>(s: &'a T) -> P<Box<dyn F + 'async_recursion>> where T: 'async_recursion {}",
        "fn f<'a, 'context, 'async_recursion, T>(ctx: &'context crate::Ctx, s: &'a T) -> P<Box<dyn F + 'async_recursion>> \
         where T: 'async_recursion, 'context: 'async_recursion {}",
    );
}
