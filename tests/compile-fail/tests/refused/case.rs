//! The cases on disk: a file of code that must not compile, and the error that was recorded for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for each promise.
pub(crate) const GROUPS: &[&str] = &["attribute", "copied", "forged", "held", "lost", "mixed", "raw", "stored"];

/// The other folders of the package.
const NOT_CASES: &[&str] = &["pass", "src", "tests"];

pub(crate) struct Case {
    /// From the package: `lost/tokio_spawn.rs`. As the compiler writes it.
    pub(crate) path: String,
    pub(crate) source: String,
    /// What the compiler said, without what differs between machines.
    pub(crate) error: String,
}

impl Case {
    /// All cases, in the order of their paths.
    pub(crate) fn all() -> Vec<Self> {
        let cases = GROUPS.iter().flat_map(|group| names(group, "rs")).map(|path| {
            let record = Path::new(&path).with_extension("stderr");
            let error = fs::read_to_string(package().join(&record))
                .unwrap_or_else(|error| panic!("`{}` has no record: {error}", record.display()));
            let source = fs::read_to_string(package().join(&path)).expect("the case is there");
            Self { path, source, error }
        });
        cases.collect()
    }

    pub(crate) fn group(&self) -> &str {
        self.path.split('/').next().expect("a path has a first part")
    }

    /// What the error must lead to: one of these.
    pub(crate) fn leads_to(&self) -> Option<Vec<&str>> {
        let first = self.source.lines().next()?;
        Some(first.strip_prefix("// leads to: ")?.split(" or ").collect())
    }

    /// The first place in the record that is outside this workspace, or is not relative to it.
    pub(crate) fn shown_from_elsewhere(&self) -> Option<&str> {
        let places = self.error.lines().filter_map(|line| {
            let line = line.trim_start();
            line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: "))
        });
        let own = |place: &str| place.starts_with("$WORKSPACE/") || !place.starts_with(['$', '/', '\\']);
        places.into_iter().find(|place| !own(place) || place.contains(":\\"))
    }
}

/// The folders that are neither of the package's code nor of the look-alikes.
pub(crate) fn folders() -> Vec<String> {
    let entries = fs::read_dir(package()).expect("the package is there").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().into_string());
    let mut folders: Vec<String> = folders.map(|name| name.expect("plain names")).collect();
    folders.retain(|name| !NOT_CASES.contains(&name.as_str()) && name != "wip");
    folders.sort();
    folders
}

/// Records whose case is gone.
pub(crate) fn records_without_a_case() -> Vec<String> {
    let records = GROUPS.iter().flat_map(|group| names(group, "stderr"));
    records.filter(|record| !package().join(record).with_extension("rs").exists()).collect()
}

/// The version of the compiler that the cases are compiled with.
pub(crate) fn compiler() -> String {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output().expect("there is a compiler");
    String::from_utf8_lossy(&version.stdout).trim_end().to_owned()
}

fn names(group: &str, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(package().join(group)).expect("a folder for each group").flatten();
    let names = entries.map(|entry| entry.file_name().into_string().expect("plain names"));
    let mut names: Vec<String> =
        names.filter(|name| Path::new(name).extension().is_some_and(|e| e == extension)).collect();
    names.sort();
    names.into_iter().map(|name| format!("{group}/{name}")).collect()
}

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planted(source: &str, error: &str) -> Case {
        Case { path: "lost/planted.rs".to_owned(), source: source.to_owned(), error: error.to_owned() }
    }

    #[test]
    fn the_first_line_says_where_the_error_leads() {
        assert_eq!(planted("// leads to: ctx.bind or ctx.carry\n", "").leads_to(), Some(vec!["ctx.bind", "ctx.carry"]));
        assert_eq!(planted("use application::Ctx;\n// leads to: ctx.bind\n", "").leads_to(), None);
        assert_eq!(planted("", "").leads_to(), None);
    }

    #[test]
    fn a_place_elsewhere_is_seen() {
        let shown = |place: &str| {
            planted("", &format!("error: no\n --> lost/planted.rs:1:1\nnote: by\n  --> {place}\n"))
                .shown_from_elsewhere()
                .map(str::to_owned)
        };
        assert_eq!(shown("$WORKSPACE/ctx/src/context.rs"), None);
        assert_eq!(shown("src/lib.rs"), None);
        for elsewhere in ["$RUST/core/src/marker.rs", "$CARGO/tokio-$VERSION/src/spawn.rs", "/home/me/x.rs", "C:\\x.rs"]
        {
            assert_eq!(shown(elsewhere).as_deref(), Some(elsewhere));
        }
    }
}
