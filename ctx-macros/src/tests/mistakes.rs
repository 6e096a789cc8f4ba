//! Field reports C02, C03, C04, and the other mistakes: one error each, at its token, saying what is allowed.

use super::{assert_one, expand, mistakes, squeezed, Mistake};

const PLAIN: &str = "fn f(n: u8) {}";

#[test]
fn c02_unknown_and_half_written_arguments() {
    for (arguments, at, says) in [
        ("feilds(id)", "feilds", "unknown argument `feilds`"),
        ("fields(no_such_arg)", "fields", "unknown argument `fields`"),
        ("fields(id) name = \"x\"", "fields", "unknown argument `fields`"),
        ("Fields(id)", "Fields", "unknown argument `Fields`"),
        ("skip", "skip", "`skip` is for an item of a block"),
        ("skip, entry", "skip", "`skip` beside other arguments"),
        ("entry, entry", "entry", "a second `entry`"),
        ("entry, test", "test", "`test` beside `entry`"),
        ("entry = ", "entry", "needs the type of the parameter"),
        ("entry(crate::Turn)", "entry", "needs the type of the parameter"),
        ("entry = 3", "3", "not the type of the parameter"),
        ("test = ", "test", "needs the function that makes the turn"),
        ("test = \"turn\"", "\"turn\"", "not the function that makes the turn"),
        ("name", "name", "needs a name"),
        ("name = \"context\"", "\"context\"", "not a name"),
        ("name = self", "self", "not a name"),
        ("name = a, name = b", "name", "a second `name`"),
        ("crate", "crate", "needs a path"),
        ("crate = 3", "3", "not a path"),
        ("crate = facade, crate::PlatformCtx", "crate", "says nothing beside a context type"),
        ("crate = facade, Ctx, entry = Turn", "crate", "says nothing beside a context type"),
        ("capture", "capture", "returns no `impl Trait`"),
        ("capture, entry", "capture", "`capture` beside `entry`"),
        ("test, capture", "capture", "`capture` beside `test`"),
        ("crate::A raw = \"why\"", "raw", "a comma is missing"),
        ("crate::A, crate::B", "crate::B", "a second context type"),
        ("&crate::A", "&", "adds the `&` itself"),
        ("\"crate::A\"", "\"crate::A\"", "no argument"),
        ("raw", "raw", "needs a reason"),
        ("raw(\"why\")", "raw", "needs a reason"),
        ("raw = ", "raw", "needs a reason"),
        ("raw = why", "why", "not a reason"),
        ("raw = \" \"", "\" \"", "not a reason"),
        ("raw = \"a\", raw = \"b\"", "raw", "a second `raw`"),
    ] {
        let found = mistakes(arguments, PLAIN);
        assert_one(&found, at, says);
        assert!(found[0].message.contains("\nhelp: "), "{}", found[0].message);
    }
    assert_one(&mistakes("capture = true", "fn f() -> impl Sized {}"), "capture", "has no value");
    assert!(mistakes("feilds", PLAIN)[0].message.contains("it takes a context type"));
}

#[test]
fn right_arguments_are_no_mistakes() {
    for arguments in [
        "",
        "crate::A",
        "A",
        "::a::b::C<D, E>,",
        "raw = \"why\"",
        "raw = \"why\", crate::A<B>,",
        "r#Raw",
        "entry",
        "entry = axum::Extension<crate::Turn>, crate::A, name = context, raw = \"why\"",
        "entry, crate = ::facade::of_mine, crate::A",
        "test = crate::fixtures::turn, name = r#in",
        "name = _ctx, crate = facade,",
    ] {
        let found = mistakes(arguments, "fn f() { tokio::a(ctx, r#in) }");
        assert!(found.is_empty(), "{arguments}: {found:?}");
    }
    assert!(expand("crate::PlatformCtx<A>", PLAIN).contains(&squeezed("ctx: &crate::PlatformCtx<A>, n")));
}

#[test]
fn c02_the_attribute_on_other_items() {
    for (item, at) in [
        ("struct S;", "struct"),
        ("pub(crate) enum E { A }", "enum"),
        ("#[doc = \"fn\"] pub const N: fn() = f;", "const"),
        ("static N: fn() = f;", "static"),
        ("use std::fmt;", "use"),
        ("mod m;", "mod"),
        ("trait T = Send;", "trait"),
        ("type F = fn();", "type"),
        ("union U { a: u8 }", "union"),
        ("extern crate alloc;", "extern"),
        ("extern \"C\" { fn f(); }", "extern"),
        ("macro_rules! m { () => {} }", "macro_rules"),
    ] {
        assert_one(&mistakes("", item), at, &format!("does not go on `{at}`"));
        assert!(expand("", item).starts_with(&squeezed(item)), "the item is kept: {item}");
    }
}

#[test]
fn c03_a_const_fn_is_one_error_and_stays_as_it_is() {
    let item = "const fn limit() -> u32 { 7 }";
    assert_one(&mistakes("", item), "const", "runs at compile time");
    assert!(expand("", item).starts_with(&squeezed(item)), "no cascade where it is called");
}

#[test]
fn c04_signatures_that_belong_to_someone_else() {
    for (item, at, says) in [
        ("extern \"C\" fn f() {}", "extern \"C\"", "passes no context"),
        ("unsafe extern \"C\" fn f(&self);", "extern \"C\"", "passes no context"),
        ("extern fn f() {}", "extern", "passes no context"),
        ("unsafe fn f(a: u8, ...) {}", "...", "passes no context"),
        ("#[unsafe(no_mangle)] pub fn f() {}", "no_mangle", "belongs to the linker"),
        ("#[no_mangle] pub fn f() {}", "no_mangle", "belongs to the linker"),
        ("#[unsafe(export_name = \"g\")] pub fn f() {}", "export_name", "belongs to the linker"),
        ("#[panic_handler] fn f(i: &PanicInfo) -> ! {}", "panic_handler", "belongs to the compiler"),
        ("fn main() {}", "main", "without a context"),
        ("#[tokio::main] async fn main() -> Result<()> {}", "main", "without a context"),
        ("#[test] fn f() {}", "test", "without a context"),
        ("#[doc = \"d\"] #[tokio::test(flavor = \"x\")] async fn f() {}", "test", "`#[with_ctx(test)]`"),
        ("#[sqlx::test] async fn f(pool: Pool) {}", "test", "`#[with_ctx(test)]`"),
        ("#[rstest] #[case(1)] fn f(#[case] n: u8) {}", "rstest", "`#[with_ctx(test)]`"),
        ("#[test_case(1)] fn f(n: u8) {}", "test_case", "`#[with_ctx(test)]`"),
        ("#[axum::debug_handler] async fn f() {}", "debug_handler", "`#[with_ctx(entry)]`"),
    ] {
        assert_one(&mistakes("", item), at, says);
        assert!(expand("", item).starts_with(&squeezed(item)), "it stays as it is: {item}");
    }
}

#[test]
fn c04_unsafe_and_rust_functions_are_the_users_own() {
    for item in [
        "unsafe fn f() {}",
        "extern \"Rust\" fn f() {}",
        "fn main(&self) {}",
        "#[doc(alias = \"no_mangle\")] fn f() {}",
    ] {
        let found = mistakes("", item);
        assert!(found.is_empty(), "{item}: {found:?}");
        assert!(expand("", item).contains("crate::Ctx"), "{item}");
    }
}

#[test]
fn a_ctx_that_is_written_is_checked_and_not_changed() {
    for item in [
        "fn f(ctx: &crate::Ctx) {}",
        "fn f(&self, ctx: &'a Ctx<T, P>, n: u8) -> &u8 { n }",
        "#[rstest] fn f(ctx: &Ctx) {}",
        "async fn f(ctx: &dyn Context, a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}",
    ] {
        assert!(mistakes("", item).is_empty(), "{item}");
        assert_eq!(expand("", item), squeezed(item));
    }
    for (item, at, says) in [
        ("fn f(n: u8, ctx: &Ctx) {}", "ctx", "not the first parameter"),
        ("fn f(&self, n: u8, ctx: &Ctx) {}", "ctx", "not the first parameter"),
        ("fn f(ctx: Ctx) {}", "Ctx", "is not a reference"),
        ("fn f(mut ctx: Arc<Ctx>) {}", "Arc<Ctx>", "is not a reference"),
        ("fn f(ctx: &mut Ctx) {}", "mut", "shared, not changed"),
        ("fn f((ctx, n): (u8, u8)) {}", "ctx", "the name of the inserted parameter"),
        ("fn f(S { ctx, .. }: S) {}", "ctx", "the name of the inserted parameter"),
        ("#[test] fn f(ctx: Ctx) {}", "Ctx", "is not a reference"),
    ] {
        assert_one(&mistakes("", item), at, says);
        assert!(expand("", item).starts_with(&squeezed(item)), "it stays as it is: {item}");
    }
    assert!(mistakes("", "fn f(S { ctx: inner, .. }: S) {}").is_empty(), "a field of this name is no binding");
}

#[test]
fn a_returned_impl_beside_an_unnamed_argument_is_one_error_if_naming_it_would_show() {
    let item = "fn f<T: Ord>(rows: &[T], keep: impl Fn(&T) -> bool) -> impl Iterator<Item = usize> {}";
    assert_one(&mistakes("", item), "impl Fn(&T) -> bool", "would borrow from `ctx`");
    let mentioned = "fn f<T: Ord>(rows: &[T], keep: impl Fn(&T) -> bool) -> impl Iterator<Item = usize> + '_ {}";
    assert!(mistakes("", mentioned).is_empty());
}

#[test]
fn a_signature_that_nobody_can_read_is_left_with_one_error() {
    let item = "const fn f(n: u8 m: u8) {}";
    let found = mistakes("", item);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(expand("", item).starts_with(&squeezed(item)));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let item = "#[no_mangle] const extern \"C\" fn f(n: u8, ctx: Ctx) { tokio::spawn(a); thread_local!(); }";
    let found: Vec<String> = mistakes("feilds, name = 3", item).into_iter().map(|Mistake { at, .. }| at).collect();
    let wanted = ["feilds", "3", "tokio::spawn", "thread_local", "const", "extern \"C\"", "no_mangle", "ctx", "Ctx"];
    assert_eq!(found, wanted);
}
