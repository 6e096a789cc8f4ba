//! Which module of a crate may name which other crate.

use crate::manifests::{Manifest, with_underscores};
use crate::module_arrows::modules;
use crate::tree::{Tree, Violation};

/// The modules of one crate that name other crates.
pub(crate) struct Outside {
    /// The folder of the package.
    pub(crate) package: &'static str,
    /// A module of the root (`lib` is the root itself) and what it may name. [`ANY`] is every dependency.
    pub(crate) may_name: &'static [(&'static str, &'static [&'static str])],
}

pub(crate) const ANY: &[&str] = &["*"];

pub(crate) fn violations(rule: &Outside, tree: &Tree) -> Vec<Violation> {
    let Some(manifest) = tree.file(&format!("{}/Cargo.toml", rule.package)).map(Manifest::read) else {
        // A rule about nothing would hold.
        let message = "there is no manifest here (correct the folder in the map)".to_owned();
        return vec![Violation { path: rule.package.to_owned(), line: 0, message }];
    };
    let outside: Vec<_> = manifest.dependencies.iter().map(|dependency| with_underscores(&dependency.key)).collect();
    let mut violations = Vec::new();
    for module in modules(&format!("{}/src", rule.package), tree) {
        let from = module.top().unwrap_or("lib");
        let may_name = rule.may_name.iter().find(|(module, _)| *module == from).map_or(&[][..], |(_, crates)| crates);
        for named in &module.contents.named {
            let to = &named.segments[0];
            if outside.contains(to) && may_name != ANY && !may_name.contains(&to.as_str()) {
                violations.push(Violation {
                    path: module.file.path.clone(),
                    line: named.line,
                    message: format!("`{from}` may not name the crate `{to}` (`{}`)", named.segments.join("::")),
                });
            }
        }
    }
    violations
}
