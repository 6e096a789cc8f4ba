//! Which package of the workspace may depend on which.

use crate::manifests::Manifest;
use crate::tree::{Tree, Violation};

/// A folder with one package or with a folder for each of several, and where their packages may lead.
pub(crate) struct Group {
    pub(crate) folder: &'static str,
    /// Folders whose packages these may depend on, for any purpose.
    pub(crate) may_use: &'static [&'static str],
}

pub(crate) fn violations(groups: &[Group], tree: &Tree) -> Vec<Violation> {
    let manifests: Vec<_> = packages(tree).collect();
    let root = tree.file("Cargo.toml").map(Manifest::read);
    let renamed = |key: &str| root.as_ref().and_then(|root| root.renamed(key));
    let group_of = |folder: &str| groups.iter().find(|group| is_in(folder, group.folder));
    let mut violations = Vec::new();
    for manifest in &manifests {
        let mut report = |line, message| {
            violations.push(Violation { path: manifest.file.path.clone(), line, message });
        };
        let Some(group) = group_of(manifest.file.folder()) else {
            report(0, "this folder has no place in the map (give it one among the packages)".to_owned());
            continue;
        };
        for dependency in &manifest.dependencies {
            let package = renamed(&dependency.key).unwrap_or_else(|| dependency.package.clone());
            let target = manifests.iter().find(|found| found.package.as_ref() == Some(&package));
            let Some(target) = target.map(|found| found.file.folder()) else { continue };
            if target != manifest.file.folder() && !group.may_use.iter().any(|allowed| is_in(target, allowed)) {
                report(dependency.line, format!("`{}` may not depend on `{target}`", manifest.file.folder()));
            }
        }
    }
    violations
}

/// Every package has to take the lints of the workspace.
pub(crate) fn lints_violations(tree: &Tree) -> Vec<Violation> {
    packages(tree)
        .filter(|manifest| manifest.setting("lints.workspace") != Some("true"))
        .map(|manifest| Violation {
            path: manifest.file.path.clone(),
            line: 0,
            message: "the lints of the workspace are not taken (add `[lints]` with `workspace = true`)".to_owned(),
        })
        .collect()
}

fn packages(tree: &Tree) -> impl Iterator<Item = Manifest<'_>> {
    tree.files
        .iter()
        .filter(|file| file.is_manifest())
        .map(Manifest::read)
        .filter(|manifest| manifest.package.is_some())
}

fn is_in(folder: &str, group: &str) -> bool {
    folder == group || folder.strip_prefix(group).is_some_and(|rest| rest.starts_with('/'))
}
