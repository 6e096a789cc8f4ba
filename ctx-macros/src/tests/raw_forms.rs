//! Raw forms in a body: each is found at its path, and what only looks like one is not.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{assert_one, expand, mistakes, parse};
use crate::capture_rules::CaptureRules;
use crate::check;
use crate::errors::Errors;
use crate::raw_forms::RAW_FORMS;

#[test]
fn each_raw_form_is_an_error_at_its_path_that_names_the_helper() {
    for (body, at, helper) in [
        ("tokio::spawn(f())", "tokio::spawn", "ctx.spawn(async move |ctx| ..)"),
        ("::tokio::spawn(f())", "tokio::spawn", "ctx.spawn(async move |ctx| ..)"),
        ("let t = tokio::task::spawn;", "tokio::task::spawn", "ctx.spawn(async move |ctx| ..)"),
        ("task::spawn::<F>(f())", "task::spawn", "ctx.spawn(async move |ctx| ..)"),
        ("tokio::task::spawn_local(f())", "tokio::task::spawn_local", "ctx.spawn_local("),
        ("tokio::task::spawn_blocking(|| f()).await", "tokio::task::spawn_blocking", "ctx.spawn_blocking("),
        ("x(move || { std::thread::spawn(f) })", "std::thread::spawn", "ctx.thread("),
        ("thread::spawn(f)", "thread::spawn", "std::thread::scope"),
        ("thread::Builder::new().spawn(f)", "thread::Builder::new", "ctx.thread("),
        ("let mut set = JoinSet::new();", "JoinSet::new", "ctx.join_set()"),
        ("let mut set = tokio::task::JoinSet::<Row>::new();", "tokio::task::JoinSet::<Row>::new", "ctx.join_set()"),
        ("JoinSet::<HashMap<A, fn() -> B>>::default()", "JoinSet::<HashMap<A, fn() -> B>>::default", "ctx.join_set()"),
        ("Handle::current().spawn(f())", "Handle::current", "ctx.spawn("),
        ("rayon::spawn(f)", "rayon::spawn", "rayon::scope"),
        ("std::thread_local! { static A: u8 = 1; }", "std::thread_local", "an argument"),
        ("tokio::task_local! { static A: u8; }", "tokio::task_local", "an argument"),
        ("tokio::join!(a(), tokio::spawn(b()))", "tokio::spawn", "ctx.spawn("),
        ("use tokio::{spawn as go, time}; go(f())", "spawn", "ctx.spawn("),
        ("use tokio::{task::{self, spawn_blocking}, time};", "spawn_blocking", "ctx.spawn_blocking("),
        ("tokio::runtime::Handle::current()", "tokio::runtime::Handle::current", "ctx.spawn("),
        ("runtime::Handle::current()", "runtime::Handle::current", "ctx.spawn("),
        ("use ::tokio::runtime::{Handle, Handle::current};", "current", "ctx.spawn("),
        ("return ::tokio::spawn(f())", "tokio::spawn", "ctx.spawn("),
        ("async_std::task::spawn(f())", "async_std::task::spawn", "ctx.spawn("),
        ("task::JoinSet::new()", "task::JoinSet::new", "ctx.join_set()"),
        ("::std::thread::Builder::new()", "std::thread::Builder::new", "ctx.thread("),
    ] {
        let found = mistakes("", &format!("async fn f() {{ {body} }}"));
        match found.as_slice() {
            [one] => {
                assert!(one.at.ends_with(at), "{body}: at `{}`", one.at);
                assert!(one.message.contains("\nhelp: ") && one.message.contains(helper), "{body}: {}", one.message);
                assert!(one.message.ends_with("`#[with_ctx(raw = \"why\")]`"), "{body}: {}", one.message);
            }
            others => panic!("{body}: {others:?}"),
        }
    }
}

#[test]
fn what_only_looks_like_a_raw_form_is_none() {
    for body in [
        "ctx.spawn(async move |ctx| f(ctx).await)",
        "scope.spawn(|| f()); set.spawn(f()); self.tokio.spawn(f())",
        "std::thread::scope(|s| { s.spawn(|| f(ctx)); })",
        "Ctx::spawn_blocking(ctx, |ctx| f(ctx))",
        "spawn(ctx, 1); fn spawn(ctx: &Ctx, n: u8) {} super::spawn(2)",
        "crate::task::spawn(ctx); self::thread::spawn(ctx); super::tokio::spawn(ctx)",
        "let tokio = 1; let spawn = 2; tokio == spawn",
        "\"tokio::spawn(f())\"; r#\"thread_local! {}\"#; 'x'",
        "// tokio::spawn\n 1 /* thread_local!() */",
        "if thread_local != 3 { thread_local::get() }",
        "tokio::spawning(f()); my_tokio::spawn(f()); tokio::time::sleep(d).await; rayon::scope(|s| s.spawn(f))",
        "scheduler::Handle::current(); my::task::spawn(ctx); pool::JoinSet::new(); app::tokio::spawn(ctx)",
        "use scheduler::{self, Handle::current}; use my::{task::{spawn, spawn_local}}; workers::thread::Builder::new()",
        "std::task::spawn(ctx); rayon::thread::spawn(ctx); tokio::Handle::current(); locals::thread_local!(); x::rayon::spawn(f)",
        "use std::thread; use tokio::task; use tokio::{self, time}; thread::sleep(d)",
        "Vec::<u8>::new(); a < b; x::<{ N }>(); set::JoinSet",
    ] {
        let found = mistakes("", &format!("async fn f() {{ {body} }}"));
        assert!(found.is_empty(), "{body}: {found:?}");
    }
}

#[test]
fn a_reason_allows_them() {
    let item = "fn f() { std::thread::spawn(g); thread_local!(); }";
    assert!(mistakes("raw = \"starts before the runtime\"", item).is_empty());
    assert!(!expand("raw = \"starts before the runtime\"", item).contains("compile_error"));
    assert_one(&mistakes("raw = \"\"", item), "\"\"", "not a reason");
}

#[test]
fn a_body_in_which_macros_put_their_fragments_is_read_through() {
    let body = "{ let n = FRAGMENT; use tokio::{task}; FRAGMENT::spawn(n) }";
    let fragment = |text: &str| TokenTree::from(Group::new(Delimiter::None, parse(text)));
    let item: TokenStream = parse(&format!("async fn f() {body}"))
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(braces) if braces.delimiter() == Delimiter::Brace => {
                let parts = braces.stream().into_iter().map(|token| match token {
                    TokenTree::Ident(word) if word == "FRAGMENT" => fragment("task"),
                    other => other,
                });
                Group::new(Delimiter::Brace, parts.collect()).into()
            }
            other => other,
        })
        .collect();
    let mut errors = Errors::default();
    let _ = check::item(TokenStream::new(), item, CaptureRules::All, &mut errors);
    let [one] = errors.list() else { panic!("one mistake expected, got {:#?}", errors.list()) };
    assert!(one.to_string().starts_with("`task::spawn` starts work"), "{one}");
}

#[test]
fn an_entry_of_the_table_is_reached_by_its_own_path() {
    for (index, form) in RAW_FORMS.iter().enumerate() {
        let path: Vec<String> = form.path.iter().map(|&segment| segment.to_owned()).collect();
        let found = crate::raw_forms::find(&path, form.is_macro).expect("its own path matches");
        assert!(std::ptr::eq(found, form), "entry {index} is behind another that matches it");
    }
}
