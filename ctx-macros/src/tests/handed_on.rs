//! The context in a returned future that does not borrow from it: one error at its first use, which names the option. Only where it
//! is certain.

use super::{assert_one, expand, mistakes, squeezed};

#[test]
fn a_context_in_a_returned_future_is_one_error_that_names_the_option() {
    for body in [
        "async move { ctx.tenant() }",
        "async { load(ctx, id).await }",
        "let id = id + 1; async move { if id > 1 { load(id, &ctx).await } }",
        "if id > 1 { log(id) } async move { let (a, b) = (1, 2); self::load(ctx).await }",
    ] {
        let item = format!("fn f(id: u64) -> impl Future<Output = Row> {{ {body} }}");
        let found = mistakes("", &item);
        assert_one(&found, "ctx", "`#[with_ctx(capture)]`");
        assert!(expand("", &item).starts_with(&squeezed("fn f(")), "{item}");
        assert!(!expand("", &item).contains("use<"), "the compiler has nothing to add: {item}");
        assert!(mistakes("capture", &item).is_empty(), "{item}");
    }
}

#[test]
fn what_is_not_certain_is_left_to_the_compiler() {
    for body in [
        "async move { run(async |ctx| ctx.a()).await }",
        "async move { if let Some(ctx) = a { ctx.b() } }",
        "let ctx = ctx.detach(); async move { ctx.a() }",
        "let a = ctx.a(); async move { b(a) }",
        "async move { let ctx = a; ctx.b() }",
        "async move { my_macro!(ctx.a()) }",
        "async move { ctx::info(id) }",
        "async move { self_.ctx.a() }",
        "async move { fn a(ctx: &Ctx) { ctx.b() } }",
        "let a = async move { ctx.a() }; b(a)",
        "ready(async move { ctx.a() })",
        "a = async move { ctx.a() }",
        "move || ctx.a()",
    ] {
        for result in ["impl Future<Output = Row>", "Pin<Box<dyn Future<Output = Row>>>"] {
            let item = format!("fn f(id: u64) -> {result} {{ {body} }}");
            assert!(mistakes("", &item).is_empty(), "{item}");
        }
    }
    let body = "{ async move { ctx.a() } }";
    for head in [
        "fn f(&self) -> impl Future",
        "fn f(id: &Self) -> impl Future",
        "fn f() -> impl Future + use<>",
        "fn f() -> Option<impl Future>",
        "async fn f() -> impl Future",
        "fn f() -> Row",
    ] {
        assert!(mistakes("", &format!("{head} {body}")).is_empty(), "{head}");
    }
}

#[test]
fn a_context_in_a_boxed_future_is_one_error_that_names_the_order() {
    let item = "fn f(&self, id: u64) -> ::core::pin::Pin<Box<dyn Future<Output = u64> + Send>> { Box::pin(async move { g(ctx, id).await }) }";
    assert_one(&mistakes("", item), "ctx", "put `#[with_ctx]` above it");
    assert!(expand("", item).starts_with(&squeezed("fn f<'context>(&self,")), "{}", expand("", item));
    assert!(expand("", item).contains("+Send+'context>>"), "{}", expand("", item));
    for other in [
        "fn f() -> Pin<Box<dyn Future + Send + '_>> { Box::pin(async move { ctx.a() }) }",
        "fn f() -> Box<dyn Fn()> { Box::pin(async move { ctx.a() }) }",
        "fn f() -> Pin<Box<dyn Future>> { Arc::pin(async move { ctx.a() }) }",
        "fn f() -> Pin<Box<dyn Future>> { Box::pin(async move { ctx.a() }, 1) }",
        "fn f() -> Pin<Box<dyn Future>> { Box::pin(g(async move { ctx.a() })) }",
        "fn f() -> Pin<Box<dyn Future>> { async move { ctx.a() } }",
    ] {
        assert!(mistakes("", other).is_empty(), "{other}");
    }
}
