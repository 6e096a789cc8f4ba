//! What the rules need of a `Cargo.toml`, read line by line.

use crate::tree::File;

pub(crate) struct Manifest<'t> {
    pub(crate) file: &'t File,
    /// `None` for a workspace without a package at its root.
    pub(crate) package: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
    /// Every setting as `section.key`, with its value as it is written.
    settings: Vec<(String, String)>,
}

pub(crate) struct Dependency {
    /// The name that the code uses, with its dashes.
    pub(crate) key: String,
    /// The name of the package, as far as this manifest says.
    pub(crate) package: String,
    pub(crate) line: usize,
}

/// A package's name as the code says it.
pub(crate) fn with_underscores(name: &str) -> String {
    name.replace('-', "_")
}

impl<'t> Manifest<'t> {
    pub(crate) fn read(file: &'t File) -> Self {
        let mut manifest = Self { file, package: None, dependencies: Vec::new(), settings: Vec::new() };
        let mut section = String::new();
        for (at, text) in file.text.lines().enumerate() {
            let text = text.trim();
            if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
                section = name.trim_matches(['[', ']']).trim().to_owned();
                // `[dependencies.tokio]`
                if let Some((before, key)) = section.rsplit_once('.').filter(|(before, _)| is_of_dependencies(before)) {
                    let before = before.to_owned();
                    manifest.add_dependency(&before, &unquoted(key), "", at + 1);
                }
            } else if let Some((key, value)) = text.split_once('=').filter(|(key, _)| is_key(key.trim())) {
                let (key, value) = (key.trim(), value.trim());
                if is_of_dependencies(&section) {
                    manifest.add_dependency(&section, key.split('.').next().unwrap_or(key), value, at + 1);
                } else if key == "package"
                    && let Some(dependency) = manifest.dependencies.last_mut()
                    && section.ends_with(&dependency.key)
                {
                    dependency.package = unquoted(value);
                } else if section == "package" && key == "name" {
                    manifest.package = Some(unquoted(value));
                }
                manifest.settings.push((format!("{section}.{key}"), value.to_owned()));
            }
        }
        manifest
    }

    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The package behind a key of `[workspace.dependencies]`, where it has another name.
    pub(crate) fn renamed(&self, key: &str) -> Option<String> {
        self.setting(&format!("workspace.dependencies.{key}")).and_then(renamed)
    }

    fn add_dependency(&mut self, section: &str, key: &str, value: &str, line: usize) {
        // What a workspace may use is no arrow yet.
        if section.starts_with("workspace") {
            return;
        }
        let package = renamed(value).unwrap_or_else(|| key.to_owned());
        self.dependencies.push(Dependency { key: key.to_owned(), package, line });
    }
}

/// The `package = ".."` of an inline table.
fn renamed(value: &str) -> Option<String> {
    value.split_once("package").and_then(|(_, after)| after.split('"').nth(1)).map(str::to_owned)
}

fn is_of_dependencies(section: &str) -> bool {
    let last = section.rsplit('.').next().unwrap_or(section);
    matches!(last, "dependencies" | "dev-dependencies" | "build-dependencies")
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

fn unquoted(value: &str) -> String {
    value.split('"').nth(1).unwrap_or(value).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_dependency() {
        let text = r#"
[package]
name = "a"
[dependencies]
b.workspace = true
c = { version = "1", package = "real-c" } # as c
d = "1"
[target.'cfg(unix)'.dev-dependencies]
e = { workspace = true, features = [
    "f",
] }
[dependencies.g]
package = "real-g"
[features]
h = ["dep:d"]
[lints]
workspace = true
"#;
        let file = File { path: "a/Cargo.toml".into(), text: text.into() };
        let manifest = Manifest::read(&file);
        assert_eq!(manifest.package.as_deref(), Some("a"));
        let found: Vec<_> =
            manifest.dependencies.iter().map(|found| (&*found.key, &*found.package, found.line)).collect();
        assert_eq!(found, [("b", "b", 5), ("c", "real-c", 6), ("d", "d", 7), ("e", "e", 9), ("g", "real-g", 12)]);
        assert_eq!(manifest.setting("lints.workspace"), Some("true"));
    }

    #[test]
    fn a_workspace_depends_on_nothing() {
        let file = File { path: "Cargo.toml".into(), text: "[workspace.dependencies]\ntokio = \"1\"\n".into() };
        let manifest = Manifest::read(&file);
        assert!(manifest.dependencies.is_empty() && manifest.package.is_none());
    }
}
