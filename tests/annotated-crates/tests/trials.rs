//! The tool on crates that are small enough to know the numbers, without the network.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use annotated_crates::{Attribute, Failure, Outcome, Scratch, details, markdown, try_fixture};

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// Removed with everything in it.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tried(fixture: &str, attribute: &Attribute) -> Outcome {
    result(fixture, attribute).unwrap_or_else(|error| panic!("{error}"))
}

fn result(fixture: &str, attribute: &Attribute) -> Result<Outcome, String> {
    let name = format!("annotated-crates-{}-{fixture}-{}", std::process::id(), attribute.name);
    let folder = Folder(std::env::temp_dir().join(name));
    // The macro is built once for all tests. Not one target folder for all macros: cargo would take a crate in two folders for the
    // same, and tell the tests that run side by side each other's messages.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("annotated-crates").join(&attribute.name);
    let scratch = Scratch { folder: folder.0.clone(), target };
    let outcome = try_fixture(&Path::new(PACKAGE).join("fixtures").join(fixture), attribute, &scratch);
    outcome.map_err(|error| format!("{error:#}"))
}

fn planted(name: &str) -> Attribute {
    let folder = Path::new(PACKAGE).join("macros/planted");
    Attribute { package: "planted".into(), name: name.into(), folder }
}

fn functions(failures: &[Failure]) -> Vec<&str> {
    failures.iter().map(|failure| failure.function.as_str()).collect()
}

#[test]
fn each_function_is_counted_where_it_belongs() {
    let outcome = tried("places", &Attribute::with_ctx());
    let counts = |all: &BTreeMap<String, usize>| {
        let mut counts: Vec<usize> = all.values().copied().collect();
        counts.sort_unstable();
        counts
    };
    assert_eq!((outcome.functions, outcome.accepted, outcome.not_compiled), (20, 16, 3), "{outcome:#?}");
    assert_eq!(counts(&outcome.refused), [1, 2], "{:#?}", outcome.refused);
    assert_eq!(counts(&outcome.no_place), [1], "{:#?}", outcome.no_place);
    // All but the required method that takes `self` by value, which a method with a body cannot.
    assert_eq!(outcome.called, 15, "{outcome:#?}");
    assert_eq!(details(&outcome), "");
    let table = markdown(&[outcome]);
    assert!(table.contains("| places | 0.0.0 | 20 | 16 | 3 | 1 | 0 | 0 | 15 | 0 | 0 | 3 |"), "{table}");
    assert!(table.contains("\n- 2: a `const fn` runs at compile time"), "{table}");
}

#[test]
fn warnings_that_a_function_has_anyway_are_not_new() {
    let outcome = tried("warns", &Attribute::with_ctx());
    assert_eq!((outcome.functions, outcome.accepted, outcome.called), (3, 3, 3), "{outcome:#?}");
    assert_eq!(details(&outcome), "");
}

#[test]
fn what_only_the_attribute_breaks_is_miscompiled() {
    let outcome = tried("warns", &planted("insert_only"));
    assert_eq!(functions(&outcome.miscompiled), ["src/lib.rs: `pick`"]);
    assert!(outcome.miscompiled[0].message.contains("E0106"), "{outcome:#?}");
    assert_eq!((outcome.accepted, outcome.called), (2, 2), "{outcome:#?}");
}

#[test]
fn new_warning_is_seen() {
    let outcome = tried("warns", &planted("insert_loudly"));
    assert_eq!(functions(&outcome.new_warnings), ["src/lib.rs: `with_a_warning`", "src/lib.rs: `without`"]);
    assert!(outcome.new_warnings[0].message.contains("unused variable: `ctx`"), "{outcome:#?}");
    assert_eq!(functions(&outcome.lost_warnings), [""; 0]);
}

#[test]
fn lost_warning_is_seen() {
    let outcome = tried("warns", &planted("insert_silently"));
    // One of the compiler, one of clippy.
    assert_eq!(functions(&outcome.lost_warnings), ["src/lib.rs: `with_a_warning`"; 2], "{outcome:#?}");
    assert_eq!(functions(&outcome.new_warnings), [""; 0]);
}

#[test]
fn result_that_borrows_from_the_context_breaks_its_caller() {
    let outcome = tried("warns", &planted("borrow_from_ctx"));
    assert_eq!(functions(&outcome.miscompiled), [""; 0]);
    assert_eq!(functions(&outcome.broken_callers), ["src/lib.rs: `pick`"], "{outcome:#?}");
    assert_eq!(functions(&outcome.captured_contexts), [""; 0]);
    assert!(!outcome.is_good());
    assert_eq!((outcome.accepted, outcome.called), (3, 2), "{outcome:#?}");
}

#[test]
fn errors_that_stay_without_the_callers_end_the_trial() {
    let error = result("warns", &planted("refuse_once_called")).expect_err("no number would be true");
    assert!(error.starts_with("errors that stay when the callers are taken out:\n"), "{error}");
    assert!(error.contains("error: called"), "{error}");
}

#[test]
fn what_a_trait_lets_a_result_capture_is_told_apart() {
    let outcome = tried("captures", &Attribute::with_ctx());
    assert_eq!((outcome.functions, outcome.accepted, outcome.called), (7, 7, 4), "{outcome:#?}");
    let captured = ["src/lib.rs: `read`", "src/lib.rs: `lengths`", "src/lib.rs: `read`"];
    assert_eq!(functions(&outcome.captured_contexts), captured, "{outcome:#?}");
    assert_eq!(functions(&outcome.broken_callers), [""; 0]);
    assert!(outcome.is_good());
}
