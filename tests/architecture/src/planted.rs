//! Small trees with one thing against the map: each rule has to find it, and nothing else.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// A tree in a temporary folder, removed when dropped.
struct Planted(PathBuf);

impl Planted {
    fn new(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("planted-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a path in the tree")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Self(root)
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        // A folder that stays behind fails no test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn found(rule: impl Fn(&Tree) -> Vec<Violation>, files: &[(&str, &str)]) -> Vec<String> {
    let planted = Planted::new(files);
    rule(&Tree::read(&planted.0, LEFT_OUT)).iter().map(Violation::to_string).collect()
}

/// The rows and rules of the runtime, without its exceptions: a small tree needs none of them.
fn runtime(tree: &Tree) -> Vec<Violation> {
    module_arrows::violations(&Crate { exceptions: &[], ..CTX }, tree)
}

/// A runtime in which every arrow goes down.
const RUNTIME: [(&str, &str); 6] = [
    ("ctx/src/lib.rs", "mod context; mod hops; mod gate; mod tenant; pub use crate::context::Ctx; pub use gate::Gate;"),
    ("ctx/src/context.rs", "use crate::tenant::Tenant; pub struct Ctx;"),
    ("ctx/src/gate.rs", "use crate::{context, Ctx}; // use crate::hops;\n#[cfg(test)] mod tests { use crate::hops; }"),
    (
        "ctx/src/hops/mod.rs",
        "mod timers; use super::gate::Gate; use super::Ctx; fn f() { crate::info!(\"crate::x::y\") }",
    ),
    ("ctx/src/hops/timers.rs", "use crate::Gate; use super::Tick; use std::thread;"),
    ("ctx/src/tenant.rs", "pub struct Tenant;"),
];

fn runtime_with(file: (&'static str, &'static str)) -> Vec<(&'static str, &'static str)> {
    RUNTIME.into_iter().filter(|(path, _)| *path != file.0).chain([file]).collect()
}

#[test]
fn arrows_that_go_down_are_none_of_them_reported() {
    assert_eq!(found(runtime, &RUNTIME), [""; 0]);
}

#[test]
fn an_arrow_that_goes_up() {
    let files = runtime_with(("ctx/src/tenant.rs", "\nfn f(ctx: &crate::context::Ctx) {}"));
    assert_eq!(found(runtime, &files), ["ctx/src/tenant.rs:2: `tenant` may not use `context` (`crate::context::Ctx`)"]);
}

#[test]
fn an_arrow_that_goes_up_by_another_name() {
    let files = runtime_with(("ctx/src/tenant.rs", "use super::{Gate as Way};"));
    assert_eq!(found(runtime, &files), ["ctx/src/tenant.rs:1: `tenant` may not use `gate` (`crate::Gate`)"]);
}

#[test]
fn an_arrow_that_goes_up_inside_an_inline_module() {
    let files = runtime_with(("ctx/src/context.rs", "mod sealed { use super::super::hops::timers; }"));
    let expected = "ctx/src/context.rs:1: `context` may not use `hops` (`crate::hops::timers`)";
    assert_eq!(found(runtime, &files), [expected]);
}

#[test]
fn adapters_that_use_each_other() {
    let mut files = runtime_with(("ctx/src/adapters/axum.rs", "use super::tower::Layer; use crate::hops::timers;"));
    files.push(("ctx/src/adapters/mod.rs", "mod axum; mod tower; pub use axum::Door;"));
    files.push(("ctx/src/adapters/tower.rs", "use crate::Gate;"));
    let expected = "ctx/src/adapters/axum.rs:1: the modules of `adapters` may not use each other (`crate::adapters::tower::Layer`)";
    assert_eq!(found(runtime, &files), [expected]);
}

#[test]
fn a_module_without_a_place() {
    let files = runtime_with(("ctx/src/leftover.rs", ""));
    let expected = "ctx/src/leftover.rs: `leftover` has no place in the map (give it one in the rows of `ctx/src`)";
    assert_eq!(found(runtime, &files), [expected]);
}

#[test]
fn a_path_that_leads_nowhere() {
    let files = runtime_with(("ctx/src/tenant.rs", "use crate::Unknown;"));
    let expected = "ctx/src/tenant.rs:1: `crate::Unknown` is neither a module nor re-exported by `lib.rs`";
    assert_eq!(found(runtime, &files), [expected]);
}

#[test]
fn an_exception_lets_one_arrow_through_and_has_to_be_needed() {
    let rule = |tree: &Tree| {
        let exceptions = &[("tenant", "gate", "for this test")];
        module_arrows::violations(&Crate { exceptions, ..CTX }, tree)
    };
    assert_eq!(found(rule, &runtime_with(("ctx/src/tenant.rs", "use crate::gate::Gate;"))), [""; 0]);
    let expected = "ctx/src: the exception from `tenant` to `gate` is not needed any more (remove it)";
    assert_eq!(found(rule, &RUNTIME), [expected]);
}

#[test]
fn an_expansion_that_checks() {
    let rule = |tree: &Tree| module_arrows::violations(&CTX_MACROS, tree);
    let files = [
        ("ctx-macros/src/lib.rs", "mod check; mod expand; mod model; mod signature;"),
        ("ctx-macros/src/check.rs", "use crate::{model::Model, signature::Signature};"),
        (
            "ctx-macros/src/expand.rs",
            "use crate::model::Model;\nuse crate::signature::Signature;\nfn f() { quote!(&crate::Ctx) }",
        ),
        ("ctx-macros/src/model.rs", ""),
        ("ctx-macros/src/signature.rs", ""),
    ];
    let expected = "ctx-macros/src/expand.rs:2: `expand` may not use `signature` (`crate::signature::Signature`)";
    assert_eq!(found(rule, &files), [expected]);
}

#[test]
fn a_crate_where_it_may_not_be_named() {
    let rule = |tree: &Tree| outside_crates::violations(&CTX_OUTSIDE, tree);
    let files = [
        (
            "ctx/Cargo.toml",
            "[package]\nname = \"explicit-ctx\"\n[dependencies]\ntokio = \"1\"\nfutures-core = \"0.3\"\n",
        ),
        ("ctx/src/hops/streams.rs", "use futures_core::Stream; fn f() { tokio::spawn(g()) }"),
        ("ctx/src/clock.rs", "use tokio::time; /// [`futures_core::Stream`]\nfn f(tokio: T) { tokio.x(\"tokio::y\") }"),
        ("ctx/src/tenant.rs", "use std::fmt;\nfn f() { ::tokio::spawn(g()) }"),
        ("ctx/src/scoped.rs", "impl futures_core::Stream for Scoped {}"),
    ];
    assert_eq!(
        found(rule, &files),
        [
            "ctx/src/scoped.rs:1: `scoped` may not name the crate `futures_core` (`futures_core::Stream`)",
            "ctx/src/tenant.rs:2: `tenant` may not name the crate `tokio` (`tokio::spawn`)",
        ]
    );
}

#[test]
fn a_package_that_depends_upwards() {
    let rule = |tree: &Tree| package_arrows::violations(PACKAGES, tree);
    let package = |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\n{rest}");
    let root = "[workspace.dependencies]\nexplicit-ctx = { path = \"ctx\" }\nhidden = { package = \"service\", path = \"x\" }\n";
    let macros = package("explicit-ctx-macros", "[dev-dependencies]\nexplicit-ctx = { path = \"../ctx\" }\n");
    let ctx =
        package("explicit-ctx", "[dependencies]\nexplicit-ctx-macros.workspace = true\nhidden.workspace = true\n");
    let service = package("service", "[dependencies.ctx]\npackage = \"explicit-ctx\"\n");
    let demo =
        package("demo", "[dependencies]\nservice.workspace = true\nexplicit-ctx-macros = \"1\"\ntokio = \"1\"\n");
    let stray = package("stray", "");
    let files = [
        ("Cargo.toml", root),
        ("ctx-macros/Cargo.toml", &macros),
        ("ctx/Cargo.toml", &ctx),
        ("examples/service/Cargo.toml", &service),
        ("examples/demo/Cargo.toml", &demo),
        ("somewhere/Cargo.toml", &stray),
        ("tests/compile-fail/Cargo.toml", "[package]\nname = \"not-looked-at\"\n"),
    ];
    assert_eq!(
        found(rule, &files),
        [
            "ctx-macros/Cargo.toml:4: `ctx-macros` may not depend on `ctx`",
            "ctx/Cargo.toml:5: `ctx` may not depend on `examples/service`",
            "examples/demo/Cargo.toml:5: `examples/demo` may not depend on `ctx-macros`",
            "somewhere/Cargo.toml: this folder has no place in the map (give it one among the packages)",
        ]
    );
}

#[test]
fn a_package_without_the_lints() {
    let files = [
        ("Cargo.toml", "[workspace]\n"),
        ("a/Cargo.toml", "[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n"),
        ("b/Cargo.toml", "[package]\nname = \"b\"\nversion.workspace = true\n"),
    ];
    let expected = "b/Cargo.toml: the lints of the workspace are not taken (add `[lints]` with `workspace = true`)";
    assert_eq!(found(package_arrows::lints_violations, &files), [expected]);
}

#[test]
fn a_file_that_is_too_long() {
    let rule = |tree: &Tree| file_rules::length_violations(LONGEST_FILE, MAY_GROW, tree);
    let (most, more) = ("\n".repeat(LONGEST_FILE), "\n".repeat(LONGEST_FILE + 1));
    let files = [
        ("a.rs", most.as_str()),
        ("b.rs", &more),
        ("Cargo.lock", &more),
        ("c/expansions/d.rs", &more),
        ("target/e.rs", &more),
    ];
    assert_eq!(found(rule, &files), ["b.rs: 501 lines, 500 are allowed (make it two files)"]);
}

#[test]
fn a_lifted_check() {
    let keyword = concat!("un", "safe");
    let forbidding = format!("[workspace.lints.rust]\n{keyword}_code = \"forbid\"\n");
    let lifted = format!("// {keyword}\nfn f() {{ {keyword} {{ g(\"{keyword}\") }} }}\nfn {keyword}_looking() {{}}");
    let named = format!("fn f() -> Token![{keyword}] {{ parse_quote!(#[{keyword}(no_mangle)]) }}");
    let files = [("Cargo.toml", forbidding.as_str()), ("a.rs", &lifted), ("b.rs", &named)];
    assert_eq!(found(file_rules::lifted_check_violations, &files), [format!("a.rs:2: `{keyword}` is not allowed")]);
    let expected = format!("Cargo.toml: `{keyword}_code` is not forbidden for the workspace");
    assert_eq!(found(file_rules::lifted_check_violations, &[("Cargo.toml", "[workspace]\n")]), [expected]);
}

#[test]
fn a_rule_about_nothing_does_not_hold() {
    let elsewhere = [("other/src/lib.rs", "")];
    assert_eq!(found(runtime, &elsewhere).len(), 1);
    assert_eq!(found(|tree| outside_crates::violations(&CTX_OUTSIDE, tree), &elsewhere).len(), 1);
}
