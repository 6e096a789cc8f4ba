//! Mistakes of `#[derive(LogFields)]`: one error each, at its token, and an implementation for the fields that are right.

use super::{assert_one, listed, parse, squeezed, Mistake};
use crate::errors::Errors;
use crate::log_fields;

fn mistakes(item: &str) -> Vec<Mistake> {
    let mut errors = Errors::default();
    let _ = log_fields::fields(parse(item), &mut errors);
    listed(&errors)
}

#[test]
fn items_that_have_no_named_fields() {
    for (item, at, says) in [
        ("enum E { A }", "enum", "for an enum"),
        ("union U { a: u8 }", "union", "for a union"),
        ("struct S(u8, u16);", "(u8, u16)", "without names"),
        ("struct S<'a, T> { a: &'a T }", "'a", "that borrow"),
    ] {
        assert_one(&mistakes(item), at, says);
    }
}

#[test]
fn options_that_are_wrong() {
    for (option, at, says) in [
        ("#[log(dbug)]", "dbug", "unknown option `dbug`"),
        ("#[log(dbug(x = 1), skip)]", "dbug", "`rename = \"name\"` and `skip` are allowed"),
        ("#[log(crate = x)]", "crate", "unknown option `crate`"),
        ("#[log]", "#[log]", "says nothing"),
        ("#[log = \"skip\"]", "#[log = \"skip\"]", "says nothing"),
        ("#[log(\"a\")]", "\"a\"", "no option"),
        ("#[log(debug redact)]", "redact", "a comma is missing"),
        ("#[log(debug, debug)]", "debug", "a second `debug`"),
        ("#[log(rename)]", "rename", "needs a name"),
        ("#[log(rename = 3)]", "rename", "needs a name"),
        ("#[log(rename = \"User\")]", "\"User\"", "is no name"),
        ("#[log(rename = \"1a\")]", "\"1a\"", "is no name"),
        ("#[log(rename = \"\")]", "\"\"", "is no name"),
        ("#[log(rename = \"a b\")]", "\"a b\"", "is no name"),
        ("#[log(skip)] #[log(debug)]", "debug", "not shown"),
        ("#[log(debug, redact)]", "debug", "value is not shown"),
        ("#[log(redact, display)]", "display", "value is not shown"),
        ("#[log(debug, display)]", "display", "`display` beside `debug`"),
        ("#[log(rename = \"tenant\")]", "\"tenant\"", "`tenant` is the tenant of the context"),
    ] {
        let found = mistakes(&format!("struct S {{ {option} a: u8 }}"));
        assert_one(&found, at, says);
        assert!(found[0].message.contains("\nhelp: "), "{}", found[0].message);
    }
    assert_one(&mistakes("#[log(skip)] struct S;"), "skip", "`crate = path` is allowed on the struct");
    assert_one(&mistakes("#[log(crate)] struct S;"), "crate", "needs a path");
    assert_one(&mistakes("#[log(crate = a, crate = b)] struct S;"), "crate", "a second `crate`");
}

#[test]
fn names_that_are_taken() {
    for name in ["tenant", "pin", "kind", "message"] {
        assert_one(&mistakes(&format!("struct S {{ {name}: u8 }}")), name, "is the");
    }
    assert_one(&mistakes("struct S { a: u8, #[log(rename = \"a\")] b: u8 }"), "\"a\"", "a second log field `a`");
    assert_one(&mistakes("struct S { #[log(rename = \"b\")] a: u8, b: u8 }"), "b", "a second log field `b`");
    assert!(
        mistakes("struct S { #[log(skip)] tenant: u8, #[log(rename = \"the_pin\")] pin: u8, r#type: u8 }").is_empty()
    );
}

#[test]
fn all_mistakes_are_reported_at_once_and_the_rest_is_implemented() {
    let item = "struct S { tenant: u8, #[log(skp)] a: u8, #[log(rename = \"A\")] b: u8, ok: u8 }";
    let found: Vec<String> = mistakes(item).into_iter().map(|Mistake { at, .. }| at).collect();
    assert_eq!(found, ["tenant", "skp", "\"A\""]);
    let derived = squeezed(&crate::derived(parse(item)).to_string());
    assert!(derived.contains("&[\"a\",\"b\",\"ok\"]") && derived.contains("compile_error"), "{derived}");
}
