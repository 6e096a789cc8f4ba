//! Field report C14: code that is half typed in an editor.

use super::{expand, squeezed};

/// Whether `expanded` has the tokens of `part`.
fn contains(expanded: &str, part: &str) -> bool {
    expanded.contains(&squeezed(part))
}

#[test]
fn c14_a_half_typed_body_is_kept_behind_a_signature_with_ctx() {
    for body in ["{ n. }", "{ if n }", "{}", "{ let = ; ??? @ }", "{ ctx. }", "{ match n { 1 => } }", "{ x.await. }"] {
        let expanded = expand("", &format!("async fn f(n: u8) {body}"));
        assert!(contains(&expanded, "crate::Ctx, n: u8)"), "{expanded}");
        assert!(contains(&expanded, body), "{expanded}");
        assert!(!expanded.contains("compile_error"), "{expanded}");
    }
}

#[test]
fn c14_a_half_typed_parameter_does_not_take_ctx_from_the_body() {
    for (written, wanted) in [
        ("fn f(n: ) { ctx.a() }", "fn f(ctx: &crate::Ctx, n: ) { ctx.a() }"),
        ("pub async fn f(n: u8, x) {}", "pub async fn f(ctx: &crate::Ctx, n: u8, x) {}"),
        ("fn f(&self, n) {}", "fn f(&self, ctx: &crate::Ctx, n) {}"),
        ("fn f(&'a mut self n) {}", "fn f(&'a mut self n, ctx: &crate::Ctx,) {}"),
        ("fn f(self: Rc<Self>, n) {}", "fn f(self: Rc<Self>, ctx: &crate::Ctx, n) {}"),
        ("fn f<T: (n: u8) {}", "fn f<T: (ctx: &crate::Ctx, n: u8) {}"),
        ("fn f(n: u8) -> {}", "fn f(ctx: &crate::Ctx, n: u8) -> {}"),
        ("fn f(ctx: &crate::Ctx, n) {}", "fn f(ctx: &crate::Ctx, n) {}"),
    ] {
        assert_eq!(expand("", written), squeezed(wanted));
    }
}

#[test]
fn c14_what_is_no_function_yet_is_kept_with_at_most_one_error() {
    for item in ["", "fn", "fn f", "pub", "pub(crate) async", "unsafe fn {}", "#[doc]", "f", "const", "= 3", "{}"] {
        let expanded = expand("", item);
        assert!(contains(&expanded, item), "{expanded}");
        assert!(expanded.matches("compile_error").count() <= 1, "{expanded}");
    }
}

#[test]
fn c14_the_item_is_emitted_beside_mistakes() {
    let expanded = expand("feilds(id)", "fn f(n: u8) { tokio::spawn(g(ctx, n)) }");
    assert!(contains(&expanded, "crate::Ctx, n: u8) { tokio::spawn(g(ctx, n)) }"), "{expanded}");
    assert_eq!(expanded.matches("compile_error").count(), 2, "{expanded}");
}
