//! Rules for every file of the tree.

use crate::manifests::Manifest;
use crate::tokens::tokens;
use crate::tree::{Tree, Violation};

/// A longer file asks to be two.
pub(crate) fn length_violations(most: usize, may_grow: &[&str], tree: &Tree) -> Vec<Violation> {
    tree.files
        .iter()
        .filter(|file| !may_grow.contains(&file.path.as_str()))
        .map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > most)
        .map(|(file, lines)| Violation {
            path: file.path.clone(),
            line: 0,
            message: format!("{lines} lines, {most} are allowed (make it two files)"),
        })
        .collect()
}

/// The keyword that lifts the compiler's checks. The lint in the root's manifest forbids it in what is compiled; this
/// sees what is compiled on another system, or handed to a macro.
const LIFTED: &str = concat!("un", "safe");

pub(crate) fn lifted_check_violations(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let root = tree.file("Cargo.toml").map(Manifest::read);
    let lint = format!("workspace.lints.rust.{LIFTED}_code");
    if root.is_none_or(|root| root.setting(&lint) != Some("\"forbid\"")) {
        let message = format!("`{LIFTED}_code` is not forbidden for the workspace");
        violations.push(Violation { path: "Cargo.toml".to_owned(), line: 0, message });
    }
    for file in tree.files.iter().filter(|file| file.is_rust()) {
        let tokens = tokens(&file.text);
        for (token, next) in tokens.iter().zip(tokens.iter().skip(1)) {
            // `Token![..]` of a macro crate is the name of the keyword, `(` that of an attribute's form.
            if token.text == LIFTED && !matches!(next.text, "]" | "(") {
                let message = format!("`{LIFTED}` is not allowed");
                violations.push(Violation { path: file.path.clone(), line: token.line, message });
            }
        }
    }
    violations
}
