//! The map of this workspace, as rules, and a test for each that names every place where it is broken.
//!
//! A new module, folder or dependency gets its place here first. That each rule can fail is shown in `planted.rs`.

mod file_rules;
mod manifests;
mod module_arrows;
mod outside_crates;
mod package_arrows;
mod paths;
mod planted;
mod tokens;
mod tree;

use std::path::Path;

use module_arrows::Crate;
use outside_crates::{ANY, Outside};
use package_arrows::Group;
use tree::{Tree, Violation};

/// The runtime: adapters and hops -> what owns a context -> the context -> what it is made of.
const CTX: Crate = Crate {
    folder: "ctx/src",
    rows: &[
        &["testing", "logs"],
        &["adapters", "bridge"],
        &["requests"],
        &["hops"],
        &["generic_context"],
        &["gate", "turn", "scoped", "stamped", "cancel", "per_tenant", "tenant_key"],
        &["context"],
        &["tenant", "pin", "log_fields", "events", "installing"],
        &["root", "spans", "for_macros"],
        &["error", "escaped", "clock", "trace_context"],
    ],
    apart: &["adapters"],
    // The slots know nothing of the context that holds them.
    only: &[("tenant", &[]), ("pin", &[]), ("log_fields", &["for_macros", "spans"])],
    written_for_others: &[],
    exceptions: &[
        ("root", "gate", "the gate's register counts the roots, and every root keeps it alive"),
        ("root", "installing", "with the feature `bridge` a root holds the old places of its gate"),
        ("root", "testing", "with the feature `testing` a root holds the list of its hops"),
        ("context", "testing", "with the feature `testing` a hop is written down where it starts"),
    ],
};

/// What the runtime is built on stays where it is used: a context is plain Rust.
const CTX_OUTSIDE: Outside = Outside {
    package: "ctx",
    may_name: &[
        ("lib", &["explicit_ctx_macros"]),
        ("hops", ANY),
        ("adapters", ANY),
        ("bridge", &["tokio", "tracing"]),
        ("requests", &["http", "pin_project_lite", "tokio", "tokio_util", "tracing"]),
        ("testing", ANY),
        ("logs", ANY),
        ("gate", &["slab", "tokio", "tokio_util", "tracing"]),
        ("cancel", &["tokio"]),
        ("clock", &["tokio"]),
        // The cancellation tree and the span are parts of a context.
        ("root", &["tokio_util", "tracing"]),
        ("context", &["tracing"]),
        ("turn", &["tokio_util"]),
        ("spans", &["tracing"]),
        ("for_macros", &["tracing"]),
    ],
};

/// The macros: what is checked becomes a model, and only the model is expanded.
const CTX_MACROS: Crate = Crate {
    folder: "ctx-macros/src",
    rows: &[],
    apart: &[],
    only: &[
        // `check` brings together what was written and what each part of it means.
        (
            "check",
            &[
                "arguments",
                "signature",
                "plain",
                "block",
                "members",
                "body",
                "errors",
                "names",
                "lifetimes",
                "captures",
                "capture_rules",
                "boxed_futures",
                "results",
                "owned_signatures",
                "raw_forms",
                "written_parameter",
                "model",
                "fallback",
            ],
        ),
        ("arguments", &["options", "errors"]),
        ("options", &["errors"]),
        ("results", &["boxed_futures", "capture_rules", "captures", "errors", "handed_on", "lifetimes", "names"]),
        ("block", &["signature"]),
        ("members", &["signature"]),
        ("written_parameter", &["errors"]),
        ("results", &["handed_on", "boxed_futures", "lifetimes", "captures", "capture_rules", "errors", "names"]),
        ("handed_on", &[]),
        ("boxed_futures", &["lifetime_slots", "names"]),
        ("lifetimes", &["hidden_lifetimes", "lifetime_slots", "names", "signature"]),
        ("hidden_lifetimes", &["lifetime_slots", "names", "signature"]),
        (
            "captures",
            &["argument_impls", "capture_rules", "errors", "hidden_lifetimes", "lifetime_slots", "names", "signature"],
        ),
        ("argument_impls", &["errors", "lifetime_slots", "names"]),
        ("plain", &["owned_signatures", "results", "signature"]),
        ("model", &[]),
        ("expand", &["model"]),
    ],
    // What the application has at its root, and `#[with_ctx]` names.
    written_for_others: &["Ctx", "Turn", "test_turn"],
    exceptions: &[],
};

/// Examples, tests and guide -> the runtime -> the macros.
const PACKAGES: &[Group] = &[
    Group { folder: "examples", may_use: &["ctx", "examples"] },
    Group { folder: "tests", may_use: &["ctx", "examples", "tests"] },
    Group { folder: "migration-guide", may_use: &["ctx"] },
    Group { folder: "ctx", may_use: &["ctx-macros"] },
    Group { folder: "ctx-macros", may_use: &[] },
];

const LONGEST_FILE: usize = 500;
/// Written by a program, or longer with every release.
const MAY_GROW: &[&str] = &["Cargo.lock", "CHANGELOG.md"];

/// Folders that are not looked into: what tools write, and code that is an input of a test.
const LEFT_OUT: &[&str] = &[".git", "target", "data", "expansions", "cases", "compile-fail", "fixtures", "macros"];

fn this_workspace() -> Tree {
    Tree::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), LEFT_OUT)
}

#[track_caller]
fn assert_none(violations: &[Violation]) {
    let lines: Vec<_> = violations.iter().map(Violation::to_string).collect();
    assert!(lines.is_empty(), "{} against the map:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn modules_of_the_runtime() {
    assert_none(&module_arrows::violations(&CTX, &this_workspace()));
}

#[test]
fn modules_of_the_macros() {
    assert_none(&module_arrows::violations(&CTX_MACROS, &this_workspace()));
}

#[test]
fn crates_that_the_runtime_names() {
    assert_none(&outside_crates::violations(&CTX_OUTSIDE, &this_workspace()));
}

#[test]
fn packages_of_the_workspace() {
    assert_none(&package_arrows::violations(PACKAGES, &this_workspace()));
}

#[test]
fn lints_of_every_package() {
    assert_none(&package_arrows::lints_violations(&this_workspace()));
}

#[test]
fn length_of_every_file() {
    assert_none(&file_rules::length_violations(LONGEST_FILE, MAY_GROW, &this_workspace()));
}

#[test]
fn compiler_checks_everywhere() {
    assert_none(&file_rules::lifted_check_violations(&this_workspace()));
}
