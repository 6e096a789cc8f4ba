//! A copy of a crate outside the repository, which compiles as a package of its own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde_json::Value;

use crate::compiler;
use crate::published::Published;

/// An attribute macro, in which crate, and where that is.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name of the package.
    pub package: String,
    /// The name of the macro.
    pub name: String,
    /// The folder of the package.
    pub folder: PathBuf,
}

impl Attribute {
    /// `#[with_ctx]`, as it is in this repository.
    pub fn with_ctx() -> Self {
        let folder = repository().join("ctx-macros");
        Self { package: "explicit-ctx-macros".into(), name: "with_ctx".into(), folder }
    }

    /// As written on a function. The path works in each edition but the first, and behind each name that a crate may have.
    pub(crate) fn text(&self) -> String {
        format!("#[::{}::{}]", self.crate_name(), self.name)
    }

    fn crate_name(&self) -> String {
        self.package.replace('-', "_")
    }
}

/// A folder outside the repository. The target folder can be another one, to keep what was built.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// The folder. What is in it may be overwritten.
    pub folder: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
}

/// A package to try the attribute on.
#[derive(Debug)]
pub(crate) struct ScratchCrate {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) features: Vec<String>,
    context: String,
    /// Its Rust files, relative to `folder`, and their text as published.
    pub(crate) files: Vec<(PathBuf, String)>,
}

/// What the attribute names as `crate::Ctx`. Behind everything else in the root, so that no byte before it moves.
const CONTEXT: &str = "
#[doc(hidden)]
#[derive(Debug)]
pub struct ScratchContext(());
#[allow(dead_code, reason = \"made where a caller is written\")]
impl ScratchContext {
    fn new() -> Self {
        Self(())
    }
}
#[doc(hidden)]
pub type Ctx = ScratchContext;
use compiled_probe as _;
";

/// The root of the crate, relative to its folder.
const ROOT: &str = "src/lib.rs";

impl ScratchCrate {
    /// Writes a file of the crate, and the context into the root.
    pub(crate) fn write(&self, path: &Path, text: &str) -> anyhow::Result<()> {
        let context = if path == Path::new(ROOT) { &*self.context } else { "" };
        write(&self.folder.join(path), &format!("{text}{context}"))
    }
}

pub(crate) fn repository() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("this package is two levels below the root").to_owned()
}

pub(crate) fn probe() -> Attribute {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("macros/compiled-probe");
    Attribute { package: "compiled-probe".into(), name: "mark".into(), folder }
}

/// Copies a crate that has been published.
pub(crate) fn published(wanted: &Published, attribute: &Attribute, scratch: &Scratch) -> anyhow::Result<ScratchCrate> {
    let fetched = scratch.folder.join("fetched").join(wanted.name);
    let features: Vec<String> = wanted.features.iter().map(|feature| format!("{feature:?}")).collect();
    write(
        &fetched.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"fetched\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies.{}]\nversion = \"={}\"\n\
             default-features = {}\nfeatures = [{}]\n{}",
            wanted.name,
            wanted.version,
            wanted.default_features,
            features.join(", "),
            dependency(attribute),
        ),
    )?;
    write(&fetched.join("src/lib.rs"), "")?;
    let sources = compiler::package_folder(&fetched, wanted.name, wanted.version)?;
    let lock = fetched.join("Cargo.lock");
    let mut features: Vec<String> = wanted.features.iter().map(|feature| (*feature).to_owned()).collect();
    if !wanted.default_features {
        features.push("--no-default-features".into());
    }
    let copied = copy(&sources, wanted.name, wanted.version, features, &lock, attribute, scratch)?;
    // A package at the root resolves all of its features.
    compiler::fetch(&copied.folder)?;
    Ok(copied)
}

/// Copies a crate from a folder.
pub(crate) fn local(sources: &Path, attribute: &Attribute, scratch: &Scratch) -> anyhow::Result<ScratchCrate> {
    let name = sources.file_name().and_then(|name| name.to_str()).context("the folder has no readable name")?;
    copy(sources, name, "0.0.0", Vec::new(), &repository().join("Cargo.lock"), attribute, scratch)
}

fn copy(
    sources: &Path,
    name: &str,
    version: &str,
    features: Vec<String>,
    lock: &Path,
    attribute: &Attribute,
    scratch: &Scratch,
) -> anyhow::Result<ScratchCrate> {
    let folder = scratch.folder.join("crates").join(name);
    ensure!(!folder.starts_with(repository()), "`{}` is inside the repository", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    copy_folder(sources, &folder)?;
    fs::copy(lock, folder.join("Cargo.lock"))?;
    let manifest = fs::read_to_string(sources.join("Cargo.toml")).context("no manifest")?;
    let manifest = without_targets_of_tests(&manifest);
    let manifest = format!("{manifest}\n[workspace]\n{}{}", dependency(attribute), dependency(&probe()));
    write(&folder.join("Cargo.toml"), &manifest)?;
    let mut files = Vec::new();
    rust_files(&folder, Path::new("src"), &mut files)?;
    files.sort();
    ensure!(files.iter().any(|(path, _)| path == Path::new(ROOT)), "no `{ROOT}`");
    let context = format!("{CONTEXT}use {} as _;\n", attribute.crate_name());
    let (name, version, target) = (name.to_owned(), version.to_owned(), scratch.target.clone());
    Ok(ScratchCrate { name, version, folder, target, features, context, files })
}

fn dependency(attribute: &Attribute) -> String {
    format!("\n[dependencies.{}]\npath = {:?}\n", attribute.package, attribute.folder)
}

/// Tests, examples and benchmarks are not copied, and what they depend on must not be resolved. A manifest from the registry
/// is written by cargo: a line that starts with `[` is the head of a table.
fn without_targets_of_tests(manifest: &str) -> String {
    let mut kept = true;
    let mut lines = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            let head = line.trim_matches(['[', ']']);
            kept = !(head.contains("dev-dependencies") || ["test", "example", "bench"].contains(&head));
        }
        if kept {
            lines.push(line);
        }
    }
    lines.join("\n")
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            if !["benches", "examples", "tests", "target"].iter().any(|other| name == *other) || from.ends_with("src") {
                copy_folder(&entry.path(), &to.join(name))?;
            }
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

fn rust_files(folder: &Path, below: &Path, files: &mut Vec<(PathBuf, String)>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            rust_files(folder, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push((path.clone(), fs::read_to_string(folder.join(path))?));
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::create_dir_all(path.parent().context("no folder to write in")?)?;
    fs::write(path, text).with_context(|| format!("could not write `{}`", path.display()))
}

/// The folder of a package in what `cargo metadata` says.
pub(crate) fn folder_in(metadata: &Value, name: &str, version: &str) -> Option<PathBuf> {
    let packages = metadata["packages"].as_array()?;
    let package = packages.iter().find(|package| package["name"] == name && package["version"] == version)?;
    Path::new(package["manifest_path"].as_str()?).parent().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::without_targets_of_tests;

    #[test]
    fn what_tests_need_is_left_out_of_the_manifest() {
        let manifest = "[package]\nname = \"a\"\n[[bench]]\nname = \"b\"\n[lints.rust.unexpected_cfgs]\nlevel = \"warn\"\n\
                        [dev-dependencies.c]\nversion = \"1\"\n[features]\ndefault = [\n    \"x\",\n]\n\
                        [target.\"cfg(unix)\".dev-dependencies.d]\nversion = \"1\"\n[[bin]]\nname = \"e\"";
        let kept = "[package]\nname = \"a\"\n[lints.rust.unexpected_cfgs]\nlevel = \"warn\"\n[features]\ndefault = [\n    \
                    \"x\",\n]\n[[bin]]\nname = \"e\"";
        assert_eq!(without_targets_of_tests(manifest), kept);
    }
}
